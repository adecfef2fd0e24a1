import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { CompanyTurns } from './company_turns.ts';
import { isEnding, runOnThread } from './thread_run.ts';
import { type EndReason, TaskEnded, type ThreadTask, type ToThread } from './thread_task.ts';

export interface PoolOptions {
  /** Starts a thread that answers `ToThread` by `FromThread`, one task after another. */
  readonly start: () => Worker;
  /** Threads at once, at most. */
  readonly threads: number;
  /** Of these, for one company. */
  readonly perCompany: number;
  /** Threads that are there when there is nothing to do, new ones: the next task does not wait for a start. */
  readonly kept?: number;
  /** An idle thread ends after this long, ms: 30 s unless said. */
  readonly idleMs?: number;
  /** A task that runs longer is ended, and its thread with it, ms. */
  readonly runMs: number;
  /** A task that waits longer for its turn is refused, ms; 0: it waits. */
  readonly waitMs?: number;
  /** Bytes that tasks of one company and of all may hold while they wait. */
  readonly waitingBytes?: { readonly perCompany: number; readonly all: number };
}

/** Threads that do tasks of companies in fair turns. */
export interface ThreadPool {
  /** Does a task; throws what the thread throws, TaskEnded, or an Error if the thread dies. */
  run(task: ThreadTask): Promise<unknown>;
  /** Threads that live. */
  size(): number;
  /** Does nothing more. Running tasks get two seconds to let go, then their threads end. */
  close(): Promise<void>;
}

/** An idle thread ends after this long, ms, and its memory is free. */
const IDLE_MS = 30_000;

/** Time that a task gets to let go when the process stops, and to end what it has begun to store when its own time is over, ms. */
const LETTING_GO_MS = 2000;

interface Entry {
  readonly task: ThreadTask;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Ends the watch over the waiting. */
  unwatch(): void;
}

/** Opens a pool; a thread starts with the first task that finds none idle, `kept` of them at once. */
export function openThreadPool(options: PoolOptions): ThreadPool {
  const { start, threads, perCompany, kept = 0, idleMs = IDLE_MS, runMs, waitMs = 0, waitingBytes } = options;
  const turns = new CompanyTurns<Entry>(perCompany);
  const living = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  /** Threads that have done a task: their heaps keep what they had for it. */
  const used = new WeakSet<Worker>();
  let closed = false;

  const open = () => {
    const thread = start();
    living.add(thread);
    // An idle thread that fails must not take the process with it; a running task has a listener of its own.
    thread.on('error', () => {});
    thread.on('exit', () => {
      living.delete(thread);
      clearTimeout(idle.get(thread));
      idle.delete(thread);
      fill();
    });
    return thread;
  };
  const rest = (thread: Worker) => {
    if (!living.has(thread) || isEnding(thread)) return;
    const timer = setTimeout(() => {
      const isKept = living.size <= kept;
      if (closed || (isKept && !used.has(thread))) return;
      if (isKept) rest(open());
      idle.delete(thread);
      void thread.terminate();
    }, idleMs);
    idle.set(thread, timer.unref());
  };
  const takeThread = () => {
    const [thread] = [...idle.keys()].slice(-1);
    if (!thread) return open();
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    return thread;
  };
  const fill = () => {
    while (!closed && (idle.size > 0 || living.size < threads)) {
      const entry = turns.take();
      if (!entry) return;
      entry.unwatch();
      const { task, resolve, reject } = entry;
      const thread = takeThread();
      used.add(thread);
      // The next task, perhaps of another company, finds a thread that has started.
      if (idle.size === 0 && living.size < threads) rest(open());
      const doing = runOnThread(thread, task, { runMs, lettingGoMs: LETTING_GO_MS })
        .then(resolve, (error) => reject(closed && !living.has(thread) ? new TaskEnded('stopped') : error))
        .finally(() => {
          turns.end(task.company);
          running.delete(doing);
          rest(thread);
          fill();
        });
      running.add(doing);
    }
  };
  const waitingTooMuch = ({ company, bytes = 0 }: ThreadTask) => {
    if (!waitingBytes) return false;
    const held = (entries: readonly Entry[]) => entries.reduce((sum, { task }) => sum + (task.bytes ?? 0), bytes);
    return held(turns.waitingOf(company)) > waitingBytes.perCompany || held(turns.waiting()) > waitingBytes.all;
  };
  const wait = (task: ThreadTask, resolve: Entry['resolve'], reject: Entry['reject']) => {
    const leave = (reason: EndReason) => {
      if (turns.remove(task.company, entry)) {
        entry.unwatch();
        reject(new TaskEnded(reason));
      }
    };
    const left = () => leave('left');
    const timer = waitMs > 0 ? setTimeout(() => leave('crowd'), waitMs) : undefined;
    const unwatch = () => {
      clearTimeout(timer);
      task.signal?.removeEventListener('abort', left);
    };
    const entry: Entry = { task, resolve, reject, unwatch };
    task.signal?.addEventListener('abort', left);
    turns.add(task.company, entry);
    fill();
  };

  for (let at = 0; at < kept; at++) rest(open());
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) reject(new TaskEnded('stopped'));
        else if (task.signal?.aborted) reject(new TaskEnded('left'));
        else if (waitingTooMuch(task)) reject(new TaskEnded('crowd'));
        else wait(task, resolve, reject);
      }),
    size: () => living.size,
    close: async () => {
      closed = true;
      for (const entry of turns.waiting()) {
        turns.remove(entry.task.company, entry);
        entry.unwatch();
        entry.reject(new TaskEnded('stopped'));
      }
      for (const thread of living) thread.postMessage('stop' satisfies ToThread);
      await Promise.race([Promise.all(running), sleep(LETTING_GO_MS, undefined, { ref: false })]);
      await Promise.all([...living].map((thread) => thread.terminate()));
      await Promise.all(running);
    },
  };
}
