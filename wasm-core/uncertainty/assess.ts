import type { Core } from '../load.ts';
import { type Percentile, type Point, percentilesOf } from './percentiles.ts';
import { calculationsWithoutUncertainty, type UncertaintyPlan } from './plan.ts';
import { PlanRefused } from './plan_refused.ts';
import { BLOCK_DRAWS, type DrawRange, splitDraws } from './ranges.ts';
import { type Moments, UncertaintyRun } from './uncertainty_run.ts';

/** Name of the engine: draws, laws and ranks of this name never change a bit. */
export const UNCERTAINTY_ENGINE = 'mc-1';

/** Draws of the live preview: the first of every longer run. */
export const PREVIEW_DRAWS = 10_240;

/** Draws at most where the error of the percentiles decides. */
export const MOST_DRAWS = 2 ** 20;

/** Half-width of the interval of a percentile, as a share of it, at which drawing stops. */
const PRECISION = 0.01;

/** Draws between two reports of progress. */
const REPORTED_DRAWS = 64 * BLOCK_DRAWS;

/** Draws a range of the total: in this thread, or in a worker. */
export type DrawTotals = (range: DrawRange) => Promise<Float64Array> | Float64Array;

export interface AssessmentOptions {
  /** SHA-256 of bytes as hex: the host's own. */
  readonly digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<string> | string;
  /** Workers that draw; without them this thread does. */
  readonly workers?: readonly DrawTotals[];
  /** Error of the percentiles at which drawing stops, as a share, where the plan has no `n`. */
  readonly precision?: number;
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** How sure the total of a plan is. */
export interface Assessment {
  readonly n: number;
  /** SHA-256 of the totals in the order of the draws, f64 little-endian. */
  readonly totalsSha256: string;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly percentiles: Readonly<Record<Point, Percentile>>;
  readonly moments: Moments;
  /** Ids of the calculations without any uncertainty. */
  readonly certain: readonly string[];
  /** Whether that is all of them: nothing is known of how sure the total is. */
  readonly isCertain: boolean;
}

/**
 * Approach 2 for the total of a plan: the one entry of browser, server and command. Draws `n`
 * times, or doubles from 10 240 until both ends of the range are known to `precision`, 2^20 at
 * most. Throws PlanRefused where a draw is not finite.
 */
export async function assessUncertainty(
  core: Core,
  plan: UncertaintyPlan,
  options: AssessmentOptions,
): Promise<Assessment> {
  const run = await UncertaintyRun.open(core, plan);
  const workers = options.workers ?? [({ first, count }: DrawRange) => run.draw(first, count)[0] ?? new Float64Array()];
  let n = plan.n ?? PREVIEW_DRAWS;
  let totals = await drawUpTo(n, new Float64Array(), workers, options);
  let percentiles = await finitePercentiles(core, totals);
  while (plan.n === undefined && n < MOST_DRAWS && !isPrecise(percentiles, options.precision ?? PRECISION)) {
    n = Math.min(2 * n, MOST_DRAWS);
    totals = await drawUpTo(n, totals, workers, options);
    percentiles = await finitePercentiles(core, totals);
  }
  const certain = calculationsWithoutUncertainty(plan);
  return {
    n,
    totalsSha256: await options.digest(new Uint8Array(totals.buffer)),
    totals,
    percentiles,
    moments: run.moments(totals),
    certain,
    isCertain: certain.length === plan.calculations.length,
  };
}

/** The totals of `n` draws, of which `known` are there. */
async function drawUpTo(
  n: number,
  known: Float64Array,
  workers: readonly DrawTotals[],
  { onProgress, signal }: AssessmentOptions,
): Promise<Float64Array<ArrayBuffer>> {
  const totals = new Float64Array(n);
  totals.set(known);
  let done = known.length;
  const parts = splitDraws(known.length, n, workers.length);
  const work = parts.map(async ({ first, count }, index) => {
    const draw = workers[index] as DrawTotals;
    for (let start = first; start < first + count; start += REPORTED_DRAWS) {
      signal?.throwIfAborted();
      const part = await draw({ first: start, count: Math.min(REPORTED_DRAWS, first + count - start) });
      totals.set(part, start);
      done += part.length;
      onProgress?.(done / n);
      // Lets the host take a cancellation in.
      if (signal && done < n) await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await Promise.all(work);
  return totals;
}

async function finitePercentiles(core: Core, totals: Float64Array): Promise<Readonly<Record<Point, Percentile>>> {
  const percentiles = await percentilesOf(core, totals);
  if (percentiles) return percentiles;
  const draw = totals.findIndex((total) => !Number.isFinite(total));
  const message = `Итог розыгрыша ${draw + 1} — не число: деление на ноль или слишком большие значения. Проверьте формулы и величины.`;
  throw new PlanRefused([{ field: 'calculations', message }]);
}

function isPrecise({ p2_5, p97_5 }: Readonly<Record<Point, Percentile>>, precision: number): boolean {
  return p2_5.relativeError < precision && p97_5.relativeError < precision;
}
