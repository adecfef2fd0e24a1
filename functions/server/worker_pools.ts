import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Refusal } from '../errors.ts';
import type { ExportRequest, PreparedExport, PrepareExport } from '../export/prepare_export.ts';
import type { AnswerApart, ForwardedAnswer, ForwardedRequest } from '../http/apart.ts';
import { RUN_MS } from '../jobs/times.ts';
import { openThreadPool, type PoolOptions, type ThreadPool } from '../threads/thread_pool.ts';
import { type EndReason, TaskEnded } from '../threads/thread_task.ts';
import type { Work } from './job_queue.ts';
import type { ThreadStores } from './server_stores.ts';

/** A task of a thread of the pools. */
export type WorkerTask =
  | { readonly request: ForwardedRequest }
  | { readonly exported: ExportRequest }
  | { readonly event: SQSEvent };

/**
 * Heap of a thread, MB: a table of 1,048,575 rows fits. Beyond it the thread ends, not the process.
 */
const HEAP_MB = 512;

/** Threads of a pool: a company that uses its full allowance leaves one to the others. */
const THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));

const MIB = 2 ** 20;

/** Tables and exports that a request waits for. */
const ANSWERING = {
  ...{ threads: THREADS, perCompany: THREADS - 1, kept: 1 },
  // Below the timeouts of browsers and proxies, so that the caller receives the reason.
  ...{ runMs: 20_000, waitMs: 50_000 },
  waitingBytes: { perCompany: 160 * MIB, all: 320 * MIB },
} as const;

/** Uploads, and large exports. A lease lasts as long as a job may run: a longer job hangs. */
const WORKING = { threads: 2, perCompany: 1, runMs: RUN_MS + 60_000 } as const;

/** The threads of a server: requests do not wait for jobs, and jobs do not wait for exports. */
export interface WorkerPools {
  readonly answerApart: AnswerApart;
  readonly prepareExport: PrepareExport;
  readonly runJob: Work;
  readonly buildExport: Work;
  close(): Promise<void>;
}

/** Opens the pools; `forThread` returns the start data with which a thread opens the stores. */
export function openWorkerPools(forThread: () => ThreadStores, heapMb = HEAP_MB): WorkerPools {
  const start = () => {
    const { address, transferList } = forThread();
    return new Worker(new URL('./worker_thread.ts', import.meta.url), {
      workerData: address,
      transferList: [...transferList],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
  };
  const open = (options: Omit<PoolOptions, 'start'>) => openThreadPool({ ...options, start });
  const [answering, jobs, exports] = [open(ANSWERING), open(WORKING), open(WORKING)];
  const pools = [answering, jobs, exports];
  return {
    answerApart: (request, signal) => {
      const { company, body } = request;
      const more = { signal, bytes: body.byteLength, transferList: [body.buffer] };
      return refusingEnded(runTask<ForwardedAnswer>(answering, company, { request }, more));
    },
    prepareExport: (exported, signal) =>
      refusingEnded(runTask<PreparedExport>(answering, exported.company, { exported }, { signal })),
    runJob: (event, company) => runTask<SQSBatchResponse>(jobs, company, { event }),
    buildExport: (event, company, signal) =>
      runTask<SQSBatchResponse>(exports, company, { event }, { ...(signal && { signal }) }),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

type TaskTerms = Pick<Parameters<ThreadPool['run']>[0], 'signal' | 'bytes' | 'transferList'>;

function runTask<Answer>(pool: ThreadPool, company: string, task: WorkerTask, terms: TaskTerms = {}): Promise<Answer> {
  return pool.run({ company, content: { company, task }, ...terms }) as Promise<Answer>;
}

/** The message to the user when the pool has ended the task. */
const ENDED: Readonly<Record<EndReason, readonly [408 | 413 | 503, string, string]>> = {
  time: [
    413,
    'too_long',
    `Запрос вычисляется дольше ${ANSWERING.runMs / 1000} секунд и остановлен. Таблица не сохранена; пересчёт на действующую редакцию мог примениться частью: повторите его. Разделите таблицу или проект на части; большой файл загрузите через билет (POST …/upload_ticket/): он обрабатывается в фоне.`,
  ],
  memory: [
    413,
    'too_large',
    'Для этого запроса серверу не хватило памяти. Ничего не сохранено. Разделите таблицу или проект на части.',
  ],
  crowd: [
    503,
    'busy',
    'Сервер занят другими таблицами, очередь до вашей не дошла. Ничего не сохранено. Повторите через минуту; большое число файлов загружайте через билет (POST …/upload_ticket/).',
  ],
  left: [408, 'left', 'Запрос отменён: его ответа никто не ждёт. Ничего не сохранено.'],
  stopped: [503, 'stopped', 'Сервер перезапускается. Ничего не сохранено. Повторите через минуту.'],
};

async function refusingEnded<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    const [status, code, detail] = ENDED[error.reason];
    throw new Refusal(status, { detail, code }, status === 503 ? { 'Retry-After': '60' } : {}, { cause: error });
  }
}
