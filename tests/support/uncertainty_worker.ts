import { parentPort, workerData } from 'node:worker_threads';
import type { UncertaintyPlan } from '#core/uncertainty/plan.ts';
import type { DrawRange } from '#core/uncertainty/ranges.ts';
import { UncertaintyRun } from '#core/uncertainty/uncertainty_run.ts';
import { loadServerCore } from '#functions/core.ts';

// A thread that draws ranges of one plan.
const run = await UncertaintyRun.open(await loadServerCore(), workerData as UncertaintyPlan);
parentPort?.on('message', ({ first, count }: DrawRange) => parentPort?.postMessage(run.draw(first, count)[0]));
