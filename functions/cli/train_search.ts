import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { CoreAnalysis } from '#core/training/core_analysis.ts';
import type { Fold } from '#core/training/folds.ts';
import type { TrainingOptions } from '#core/training/options.ts';
import { CONFIGURATIONS, configurations, type SearchTry, searchFold, triesOf } from '#core/training/search.ts';
import type { TrainingTable } from '#core/training/table.ts';

/** Configurations that a worker tries at a time. */
const PORTION = 12;

/** Most threads of a search. */
const MAX_WORKERS = 4;

interface Shared {
  readonly module: WebAssembly.Module;
  readonly table: TrainingTable;
}

interface Task {
  readonly fold: number;
  readonly first: number;
  readonly rows: Fold;
  readonly tried: readonly TrainingOptions[];
}

/**
 * Tries all configurations of a seed on all folds in threads; the number of threads does not affect
 * the results.
 */
export async function searchInWorkers(
  shared: Shared,
  folds: readonly Fold[],
  seed: number,
  workers = Math.min(MAX_WORKERS, availableParallelism()),
): Promise<SearchTry[]> {
  const tried = configurations(await CoreAnalysis.open(shared.module), seed);
  const tasks = folds.flatMap((rows, fold) =>
    Array.from({ length: CONFIGURATIONS / PORTION }, (_, part): Task => {
      const first = part * PORTION;
      return { fold, first, rows, tried: tried.slice(first, first + PORTION) };
    }),
  );
  const errors = folds.map(() => new Array<Float64Array>(CONFIGURATIONS));
  const threads = Array.from({ length: Math.min(workers, tasks.length) }, () => {
    return new Worker(new URL(import.meta.url), { workerData: shared });
  });
  try {
    await Promise.all(
      threads.map(async (thread) => {
        for (let task = tasks.shift(); task; task = tasks.shift()) {
          const results = await carryOut(thread, task);
          for (const [index, own] of results.entries()) (errors[task.fold] ?? [])[task.first + index] = own;
        }
      }),
    );
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return triesOf(
    tried,
    errors,
    folds.reduce((sum, { from, to }) => sum + to - from, 0),
  );
}

function carryOut(thread: Worker, task: Task): Promise<Float64Array[]> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.postMessage(task);
  });
}

/** The thread's side: receives tasks and replies with the errors of the configurations. */
async function serve(port: NonNullable<typeof parentPort>, { module, table }: Shared): Promise<void> {
  const analysis = await CoreAnalysis.open(module);
  port.on('message', async ({ rows, tried }: Task) => {
    port.postMessage(await searchFold(module, analysis, table, rows, tried));
  });
}

if (!isMainThread && parentPort && workerData?.table) await serve(parentPort, workerData as Shared);
