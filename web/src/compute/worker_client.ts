import { ApiFailure } from '../api/failure.ts';
import type { Answers, Reply, Stage, WorkerRequest } from './messages.ts';

/** How far a question has come: what is being done, and the share of it, 0…1. */
export interface WorkProgress {
  readonly stage: Stage;
  readonly share: number;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: (progress: WorkProgress) => void;
}

/** The question was dropped, because its answer is no longer wanted. */
export class RequestCancelled extends Error {
  override name = 'Dropped';
}

/**
 * A thread for tables. It starts with the first question; `stop` ends it with all that it is at,
 * the next question starts another.
 */
export class WorkerClient {
  #worker: Worker | undefined;
  #nextId = 1;
  readonly #waiting = new Map<number, Waiting>();

  ask<Q extends WorkerRequest>(question: Q, onProgress?: (progress: WorkProgress) => void): Promise<Answers[Q['ask']]> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...(onProgress && { onProgress }) });
      this.#started().postMessage({ ...question, id });
    });
  }

  /** Ends the thread at once; what was asked rejects with `Dropped`. */
  stop(): void {
    this.#end(new RequestCancelled());
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./table_worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || 'The worker did not start'));
    };
    this.#worker = worker;
    return worker;
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (reply.kind === 'progress') {
      waiting.onProgress?.(reply);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.kind === 'answer') waiting.resolve(reply.answer as never);
    else if (reply.advice === undefined) waiting.reject(new Error(reply.message));
    else waiting.reject(new ApiFailure({ title: reply.message, advice: reply.advice }));
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
