import type { Worker } from 'node:worker_threads';
import { mayEnd, newTaskGate } from './task_gate.ts';
import { unpackError } from './thread_error.ts';
import { type EndReason, type FromThread, TaskEnded, type ThreadTask, type ToThread } from './thread_task.ts';

/** Threads that have been told to end: they take no more tasks. */
const ending = new WeakSet<Worker>();

export function isEnding(thread: Worker): boolean {
  return ending.has(thread);
}

/**
 * Does a task on an idle thread. After `runMs`, or when nobody waits, the thread is ended, unless it has begun to store: then it gets
 * `lettingGoMs` more. Throws what the thread throws, TaskEnded, or an Error if the thread dies.
 */
export function runOnThread(
  thread: Worker,
  { content, transferList = [], signal }: ThreadTask,
  { runMs, lettingGoMs }: { readonly runMs: number; readonly lettingGoMs: number },
): Promise<unknown> {
  const gate = newTaskGate();
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', left);
      thread.off('message', answered);
      thread.off('error', failed);
      thread.off('exit', gone);
      finish();
    };
    const end = (reason: EndReason) => {
      ending.add(thread);
      settle(() => reject(new TaskEnded(reason)));
      void thread.terminate();
    };
    const answered = (reply: FromThread) =>
      settle(() => ('error' in reply ? reject(unpackError(reply.error)) : resolve(reply.answer)));
    const failed = (error: NodeJS.ErrnoException) => {
      ending.add(thread);
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskEnded('memory') : error));
    };
    const gone = () => {
      ending.add(thread);
      settle(() => reject(new Error('The thread has ended')));
    };
    const left = () => {
      if (mayEnd(gate)) end('left');
    };
    let timer = setTimeout(() => {
      if (mayEnd(gate)) end('time');
      else timer = setTimeout(() => end('time'), lettingGoMs);
    }, runMs);
    thread.on('message', answered);
    thread.on('error', failed);
    thread.on('exit', gone);
    signal?.addEventListener('abort', left);
    thread.postMessage({ content, gate } satisfies ToThread, [...transferList]);
  });
}
