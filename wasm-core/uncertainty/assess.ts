import type { Core } from '../load.ts';
import { type Percentile, type Point, percentilesOf } from './percentiles.ts';
import { calculationsWithoutUncertainty, type UncertaintyPlan } from './plan.ts';
import { PlanRefused } from './plan_refused.ts';
import { BLOCK_DRAWS, type DrawRange, splitDraws } from './ranges.ts';
import { type Moments, type Swing, UncertaintyRun } from './uncertainty_run.ts';

/** Version of the engine: with the same version draws, laws and ranks are the same bits. */
export const UNCERTAINTY_ENGINE = 'mc-1';

/** Draws of the live preview; a longer run begins with the same draws. */
export const PREVIEW_DRAWS = 10_240;

/** Most draws when the error of the percentiles decides. */
export const MOST_DRAWS = 2 ** 20;

/** Relative half-width of a percentile's interval at which drawing stops. */
const PRECISION = 0.01;

/** Draws between two progress reports. */
const REPORTED_DRAWS = 64 * BLOCK_DRAWS;

/** Computes the totals of a range of draws, in this thread or in a worker. */
export type DrawTotals = (range: DrawRange) => Promise<Float64Array> | Float64Array;

export interface AssessmentOptions {
  /** SHA-256 of bytes as hex, by the host's implementation. */
  readonly digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<string> | string;
  /** Workers that draw; by default this thread draws. */
  readonly workers?: readonly DrawTotals[];
  /** Relative error of the percentiles at which drawing stops, if the plan has no `n`. */
  readonly precision?: number;
  /** Most draws, if the plan has no `n`. */
  readonly mostDraws?: number;
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** The uncertainty of the total of a plan. */
export interface Assessment {
  readonly n: number;
  /** SHA-256 of the totals in the order of the draws, f64 little-endian. */
  readonly totalsSha256: string;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly percentiles: Readonly<Record<Point, Percentile>>;
  /** The total of the stated values. */
  readonly stated: number;
  readonly swings: readonly Swing[];
  readonly moments: Moments;
  /** Ids of the calculations without an uncertain quantity. */
  readonly certain: readonly string[];
  /** Whether no calculation has an uncertain quantity, so that the total has no range. */
  readonly isCertain: boolean;
}

/**
 * Assesses the total of a plan by approach 2. Browser, server and command call this function. It
 * draws `n` times, or doubles from 10 240 up to 2^20 until both ends of the range have the error
 * `precision`. Throws PlanRefused if a draw is not finite.
 */
export async function assessUncertainty(
  core: Core,
  plan: UncertaintyPlan,
  options: AssessmentOptions,
): Promise<Assessment> {
  const run = await UncertaintyRun.open(core, plan);
  const workers = options.workers ?? [({ first, count }: DrawRange) => run.draw(first, count)[0] ?? new Float64Array()];
  const { precision = PRECISION, mostDraws = MOST_DRAWS } = options;
  let n = plan.n ?? PREVIEW_DRAWS;
  let totals = await drawUpTo(n, new Float64Array(), workers, options);
  let percentiles = await finitePercentiles(core, totals);
  while (plan.n === undefined && n < mostDraws && !isPrecise(percentiles, precision)) {
    n = Math.min(2 * n, mostDraws);
    totals = await drawUpTo(n, totals, workers, options);
    percentiles = await finitePercentiles(core, totals);
  }
  const certain = calculationsWithoutUncertainty(plan);
  return {
    n,
    totalsSha256: await options.digest(new Uint8Array(totals.buffer)),
    totals,
    percentiles,
    stated: run.stated(),
    swings: run.swings(),
    moments: run.moments(totals),
    certain,
    isCertain: certain.length === plan.calculations.length,
  };
}

/** The totals of `n` draws; `known` has the first of them. */
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
      // Yields to the event loop, so that a cancellation is noticed.
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
