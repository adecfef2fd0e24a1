import type { Transferable } from 'node:worker_threads';
import type { TaskGate } from './task_gate.ts';
import type { ErrorBetweenThreads } from './thread_error.ts';

/** Work for a thread. */
export interface ThreadTask {
  /** For whom: companies take turns. */
  readonly company: string;
  /** What the thread is sent. */
  readonly content: unknown;
  readonly transferList?: readonly Transferable[];
  /** Memory that it holds while it waits, bytes. */
  readonly bytes?: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** What a thread receives: a task, or the word to let go of the one that it is at. */
export type ToThread = { readonly content: unknown; readonly gate: TaskGate } | 'stop';

/** What a thread sends when it has done a task. */
export type FromThread = { readonly answer: unknown } | { readonly error: ErrorBetweenThreads };

/** Why a task was not done: its time was over, its memory too, too much waits before it, nobody waits for it, or the process stops. */
export type EndReason = 'time' | 'memory' | 'crowd' | 'left' | 'stopped';

/** A task that the pool has ended or never begun. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(`The task has ended: ${reason}`);
    this.reason = reason;
  }
}
