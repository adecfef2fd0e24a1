// Percentiles of a sample as order statistics: each is an actual draw; there is no interpolation.

import { at, put } from '../column';
import { Z } from './variable';

const BINS: u32 = 4096;
/** u32[BINS]: number of values in a bin, then number of values in lower bins. */
const counts: usize = memory.data(4097 * 4);
let lowest: f64 = 0;
let scale: f64 = 0;

class Bins {
  /** The bin of `value`; it does not decrease as `value` grows. */
  @inline
  static of(value: f64): u32 {
    return min<u32>(<u32>((value - lowest) * scale), BINS - 1);
  }
}

/** Counts the n values by bins; false where one of them is not finite. */
function count_bins(values: usize, n: u32): bool {
  let least = Infinity;
  let most = -Infinity;
  for (let index: u32 = 0; index < n; index++) {
    least = min(least, at(values, index));
    most = max(most, at(values, index));
  }
  // NaN passes both comparisons, and an infinite end makes the range infinite or NaN.
  if (!(most - least < Infinity)) return false;
  lowest = least;
  scale = most > least ? <f64>BINS / (most - least) : 0;
  // A very small range may have no finite reciprocal: then one bin takes all values.
  if (scale === Infinity) scale = 0;
  memory.fill(counts, 0, (<usize>BINS + 1) << 2);
  for (let index: u32 = 0; index < n; index++) {
    const entry = counts + ((<usize>Bins.of(at(values, index)) + 1) << 2);
    store<u32>(entry, load<u32>(entry) + 1);
  }
  for (let bin: usize = 1; bin <= BINS; bin++) {
    store<u32>(counts + (bin << 2), load<u32>(counts + (bin << 2)) + load<u32>(counts + (bin << 2) - 4));
  }
  return true;
}

/** The bin that contains the value of `rank`. */
function bin_with(rank: u32): usize {
  let bin: usize = 0;
  while (load<u32>(counts + (bin << 2), 4) < rank) bin++;
  return bin;
}

/**
 * Moves the value of `rank`, from 0, of the n values to its sorted place (C. A. R. Hoare, FIND) and
 * returns it.
 */
function select(values: usize, n: u32, rank: u32): f64 {
  let left: i32 = 0;
  let right: i32 = n - 1;
  while (left < right) {
    const pivot = at(values, (left + right) >> 1);
    let i = left;
    let j = right;
    while (i <= j) {
      while (at(values, i) < pivot) i++;
      while (pivot < at(values, j)) j--;
      if (i > j) break;
      const value = at(values, i);
      store<f64>(values + ((<usize>i) << 3), at(values, j));
      store<f64>(values + ((<usize>j) << 3), value);
      i++;
      j--;
    }
    if (<i32>rank <= j) right = j;
    else if (<i32>rank >= i) left = i;
    else break;
  }
  return at(values, rank);
}

/**
 * The values of three near ranks f64[3] at `ranks`, among the n counted values, into f64[3] at
 * `out`. `scratch`: room for n numbers.
 */
function select_near(values: usize, n: u32, ranks: usize, out: usize, scratch: usize): void {
  const first = bin_with(<u32>min(at(ranks, 0), at(ranks, 1)));
  const last = bin_with(<u32>max(at(ranks, 0), at(ranks, 2)));
  let size: u32 = 0;
  for (let index: u32 = 0; index < n; index++) {
    const value = at(values, index);
    const bin = <usize>Bins.of(value);
    if (bin >= first && bin <= last) put(scratch, size++, value);
  }
  const below = load<u32>(counts + (first << 2));
  for (let index = 0; index < 3; index++) put(out, index, select(scratch, size, <u32>at(ranks, index) - below - 1));
}

/** Writes a rank, clamped to 1 … n. */
function put_rank(ranks: usize, index: i32, rank: f64, n: u32): void {
  put(ranks, index, max<f64>(1, min<f64>(rank, n)));
}

/**
 * The 2.5, 50 and 97.5 % points of n values, each with the interval of its sampling error: into
 * f64[3][3] at `out` as (value, low, high), their ranks into f64[3][3] at `ranks`, the half-widths
 * of the intervals as shares of the values into f64[3] at `widths`. q = ⌊0.95·n + 0.5⌋, r = ⌊(n − q
 * + 1)/2⌋: y(r), y(⌈n/2⌉), y(r + q). JCGM 101:2008, 7.7. Returns 0 where a value is not finite.
 */
export function uncertainty_percentiles(
  values: usize,
  n: u32,
  ranks: usize,
  out: usize,
  widths: usize,
  scratch: usize,
): u32 {
  const q = floor(0.95 * <f64>n + 0.5);
  const r = floor((<f64>n - q + 1) / 2);
  put_rank(ranks, 0, r, n);
  put_rank(ranks, 3, ceil(<f64>n / 2), n);
  put_rank(ranks, 6, r + q, n);
  for (let index = 0; index < 3; index++) {
    // The true point lies between these ranks in 95 % of samples.
    const p = 0.025 + 0.475 * index;
    const half = Z * sqrt(<f64>n * p * (1 - p));
    put_rank(ranks, 3 * index + 1, floor(<f64>n * p - half), n);
    put_rank(ranks, 3 * index + 2, ceil(<f64>n * p + half), n);
  }
  if (!count_bins(values, n)) return 0;
  for (let index = 0; index < 3; index++) {
    const point = <usize>index * 24;
    select_near(values, n, ranks + point, out + point, scratch);
    const width = at(out, 3 * index + 2) - at(out, 3 * index + 1);
    const value = at(out, 3 * index);
    // Where all draws are equal the error is 0, even if the value is 0.
    put(widths, index, width === 0 ? 0 : abs((width * 0.5) / value));
  }
  return 1;
}
