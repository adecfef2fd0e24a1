import { Worker } from 'node:worker_threads';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { ThreadStores } from './server_stores.ts';

/** A worker of the one-process server: a thread that exists while there is work. */
export interface JobWorker {
  work(event: SQSEvent): Promise<SQSBatchResponse>;
  close(): Promise<void>;
}

/** An idle thread ends after this long, ms, and its memory is free. */
const IDLE_MS = 30_000;

/** Heap of the thread, MB: a table of 1,048,575 rows fits. Beyond it the thread dies, not the product. */
const HEAP_MB = 512;

/** A worker whose thread starts with the first event. A thread that dies fails its event. */
export function createJobWorker(forThread: () => ThreadStores, heapMb = HEAP_MB): JobWorker {
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const { address, transferList } = forThread();
    const started = new Worker(new URL('./job_thread.ts', import.meta.url), {
      workerData: address,
      transferList: [...transferList],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    started.on('exit', () => {
      if (thread === started) thread = undefined;
    });
    thread = started;
    return started;
  };
  const close = async () => {
    clearTimeout(timer);
    await thread?.terminate();
  };
  return {
    work: (event) => {
      clearTimeout(timer);
      const running = thread ?? start();
      return new Promise<SQSBatchResponse>((resolve, reject) => {
        const done = (settle: () => void) => {
          running.removeAllListeners('message');
          running.off('error', failed);
          running.off('exit', gone);
          timer = setTimeout(close, IDLE_MS).unref();
          settle();
        };
        const failed = (error: unknown) => done(() => reject(error));
        const gone = () => done(() => reject(new Error('The thread has ended')));
        running.once('message', (answer: SQSBatchResponse) => done(() => resolve(answer)));
        running.once('error', failed);
        running.once('exit', gone);
        running.postMessage(event);
      });
    },
    close,
  };
}
