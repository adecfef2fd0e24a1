import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';

const BINS = 64;

/** Counts of draws in 64 equal bins; the tails far beyond the range are in none. */
export interface Histogram {
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

/** The histogram of draws with the 95 % range low … high; undefined where all draws are equal. */
export async function histogramOf(
  core: Core,
  totals: Float64Array,
  low: number,
  high: number,
): Promise<Histogram | undefined> {
  const memory = await CoreMemory.load(core, 'uncertainty');
  const [ends, counts] = [memory.take(16), memory.take(4 * BINS)];
  const sample = memory.place(totals);
  memory.function('uncertainty_histogram_ends')(sample, totals.length, low, high, ends);
  const [from = Number.NaN, to = Number.NaN] = new Float64Array(memory.buffer, ends, 2);
  if (!(from < to)) return undefined;
  memory.function('uncertainty_histogram')(sample, totals.length, from, to, BINS, counts);
  return { from, to, counts: [...new Uint32Array(memory.buffer, counts, BINS)] };
}

/** The change of each draw from `base` to `current`, %. */
export async function changesByDraw(core: Core, base: Float64Array, current: Float64Array): Promise<Float64Array> {
  const memory = await CoreMemory.load(core, 'uncertainty');
  const [first, second] = [memory.place(base), memory.place(current)];
  const out = memory.take(base.byteLength);
  memory.function('uncertainty_trend')(first, second, base.length, out);
  return new Float64Array(memory.buffer, out, base.length).slice();
}
