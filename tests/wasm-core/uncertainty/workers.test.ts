import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import type { DrawRange } from '#core/uncertainty/ranges.ts';
import { inventoryPlan } from '../../bench/uncertainty/inventory.ts';
import { assess } from './run_plan.ts';

const plan = inventoryPlan(12, 150_001);
const workers: Worker[] = [];

/** A thread that draws, asked for one range at a time. */
function startWorker() {
  const worker = new Worker(new URL('../../support/uncertainty_worker.ts', import.meta.url), { workerData: plan });
  workers.push(worker);
  return async (range: DrawRange): Promise<Float64Array> => {
    worker.postMessage(range);
    const [totals] = await once(worker, 'message');
    return totals as Float64Array;
  };
}

afterAll(() => Promise.all(workers.map((worker) => worker.terminate())));

describe('totals computed by several threads', () => {
  it.each([1, 2, 3])(
    'have the same SHA-256 with %d threads as in one',
    async (count) => {
      const alone = await assess(plan);
      const shared = await assess(plan, { workers: Array.from({ length: count }, startWorker) });
      expect(shared.totalsSha256).toBe(alone.totalsSha256);
      expect(shared.percentiles).toEqual(alone.percentiles);
      expect(shared.moments).toEqual(alone.moments);
    },
    60_000,
  );
});
