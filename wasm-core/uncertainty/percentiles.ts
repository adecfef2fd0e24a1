import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';

/** Reported percentiles: the ends of the 95 % range and the median. */
export const POINTS = ['p2_5', 'p50', 'p97_5'] as const;
export type Point = (typeof POINTS)[number];

/**
 * A percentile: the draw of `rank` in ascending order, and the 95 % interval of its sampling error.
 */
export interface Percentile {
  readonly value: number;
  /** Rank from 1. */
  readonly rank: number;
  readonly low: number;
  readonly high: number;
  /** Half-width of low … high as a share of the value. */
  readonly relativeError: number;
}

/** Percentiles of the draws `totals`, in any order; undefined if a draw is not finite. */
export async function percentilesOf(
  core: Core,
  totals: Float64Array,
): Promise<Readonly<Record<Point, Percentile>> | undefined> {
  const memory = await CoreMemory.load(core, 'uncertainty');
  const [ranks, values, widths] = [memory.take(72), memory.take(72), memory.take(24)];
  const sample = memory.place(totals);
  const scratch = memory.take(totals.byteLength);
  const allFinite = memory.function('uncertainty_percentiles')(sample, totals.length, ranks, values, widths, scratch);
  if (!allFinite) return undefined;
  const numbers = (address: number, count: number) => new Float64Array(memory.buffer, address, count);
  const entries = POINTS.map((point, index) => {
    const [value = Number.NaN, low = Number.NaN, high = Number.NaN] = numbers(values + 24 * index, 3);
    const [rank = Number.NaN] = numbers(ranks + 24 * index, 1);
    const [relativeError = Number.NaN] = numbers(widths + 8 * index, 1);
    return [point, { value, rank, low, high, relativeError }] as const;
  });
  return Object.fromEntries(entries) as Record<Point, Percentile>;
}
