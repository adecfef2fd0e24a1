import type { CoreMemory } from '../core_memory.ts';
import type { RankedFeature } from './ranks.ts';

/** Most cells of a grid, two bytes each. */
const MAX_CELLS = 2048;

/** Cells per threshold; a cell then rarely has more than one threshold. */
const CELLS_PER_THRESHOLD = 8;

/**
 * Adding it to 0 <= y < 2^51 rounds y to the nearest whole number; the core rounds the same way.
 */
const WHOLE = 2 ** 52;

/** Bytes of `RankedFeature` in the core's memory. */
export const RANKED_BYTES = 48;

/**
 * Writes the core's record of a feature (`assembly/trees/ranks.ts`, RankedFeature) at `at`, with
 * the arrays that it points to. A grid of equal cells has the count of thresholds below each cell;
 * a binary search among the thresholds of the cell finds the rank.
 */
export function placeRankedFeature(memory: CoreMemory, feature: RankedFeature, at: number): void {
  const { thresholds } = feature;
  const numbers = thresholds.filter((t) => !Number.isNaN(t));
  const finite = numbers.filter(Number.isFinite);
  const low = finite[0] ?? 0;
  const count = Math.min(MAX_CELLS, CELLS_PER_THRESHOLD * thresholds.length);
  const width = (count - 1) / ((finite.at(-1) ?? 0) - low);
  const scale = Number.isFinite(width) ? width : 0;
  const cells = Array.from(numbers, (t) => cellOf(t, low, scale, count - 1));
  const below = new Uint16Array(count);
  for (const cell of cells) if (cell + 1 < count) below[cell + 1] = (below[cell + 1] ?? 0) + 1;
  for (let cell = 1; cell < count; cell++) below[cell] = (below[cell] ?? 0) + (below[cell - 1] ?? 0);
  const fullest = mostEqual(cells);
  const step = fullest ? 2 ** Math.floor(Math.log2(fullest)) : 0;
  const values = new Float64Array(thresholds.length + 2 * step).fill(Number.NaN);
  values.set(thresholds);
  const [valuesAt, gridAt] = [memory.place(values), memory.place(below)];
  const words = new Uint32Array(memory.buffer, at, 6);
  words.set([feature.column, thresholds.length, feature.missing, step, valuesAt, gridAt]);
  new Float64Array(memory.buffer, at + 24, 3).set([low, scale, count - 1]);
}

function cellOf(t: number, low: number, scale: number, last: number): number {
  const place = (t - low) * scale;
  const kept = Math.min(last, place > 0 ? place : 0);
  return kept + WHOLE - WHOLE;
}

/** Length of the longest run of equal numbers. */
function mostEqual(ascending: readonly number[]): number {
  let most = 0;
  let run = 0;
  for (const [index, value] of ascending.entries()) {
    run = index > 0 && value === ascending[index - 1] ? run + 1 : 1;
    most = Math.max(most, run);
  }
  return most;
}
