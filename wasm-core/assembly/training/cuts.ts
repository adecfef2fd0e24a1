// Divides the values of a column into at most 255 bins: cuts by quantile, or between all values
// where there are few.

import { BLANK } from './layout';
import { Key, sortKeys } from './sort_keys';

/** Larger values are refused: f32 arithmetic on them might overflow. */
const LARGEST: f32 = 1e37;

export class Bin {
  /** A column's values as XGBoost reads them: f32, with a single zero. */
  @inline
  static feature(value: f64): f32 {
    return <f32>value + <f32>0;
  }

  /** Midpoint between neighbours, rounded so that it separates them: last < cut <= value. */
  @inline
  static between(last: f32, value: f32): f32 {
    const cut = last + (value - last) * <f32>0.5;
    return last < cut && cut <= value ? cut : value;
  }

  /**
   * Bin of a value: the number of cuts, without the last, that are not above it. `BLANK` for NaN.
   */
  @inline
  static binOf(value: f64, cuts: usize, bins: i32, step: i32): i32 {
    const x = Bin.feature(value);
    let bin = 0;
    for (let width = step; width > 0; width >>= 1) {
      bin += select<i32>(width, 0, load<f32>(cuts + ((<usize>(bin + width - 1)) << 2)) <= x);
    }
    return select<i32>(BLANK, min(bin, bins - 1), isNaN(value));
  }
}

/**
 * Writes the keys of the present values of f64[rows] at `column` to `keys`; returns their number.
 */
export function presentKeys(column: usize, rows: i32, keys: usize): i32 {
  let present = 0;
  for (let row = 0; row < rows; row++) {
    const value = load<f64>(column + ((<usize>row) << 3));
    if (isNaN(value)) continue;
    store<u32>(keys + ((<usize>present) << 2), Key.keyOf(Bin.feature(value)));
    present += 1;
  }
  return present;
}

/** First row of f64[rows] at `column` whose value is too large for f32 arithmetic, or -1. */
export function tooLarge(column: usize, rows: i32): i32 {
  for (let row = 0; row < rows; row++) {
    if (abs<f32>(Bin.feature(load<f64>(column + ((<usize>row) << 3)))) > LARGEST) return row;
  }
  return -1;
}

function distinctKeys(sorted: usize, count: i32): i32 {
  let distinct = 0;
  for (let index = 0; index < count; index++) {
    const at = sorted + ((<usize>index) << 2);
    distinct += i32(index === 0 || load<u32>(at) !== load<u32>(at - 4));
  }
  return distinct;
}

/**
 * Writes the cuts of `count` values with keys at `keys` (as much memory at `spare`): f32[256] to
 * `cuts`, ascending, +inf after the last. At most `most` bins of about equally many rows; one bin
 * per distinct value where there are no more than that. The last cut is above all values: it
 * separates present values from blanks. Returns the number of bins.
 */
export function makeCuts(keys: usize, spare: usize, count: i32, most: i32, cuts: usize): i32 {
  const sorted = sortKeys(keys, spare, count);
  const few = distinctKeys(sorted, count) <= most;
  let rest = <u64>count;
  let left = <u64>most;
  let gathered: u64 = 0;
  let bins = 0;
  let last: f32 = 0;
  for (let index = 0; index < count; ) {
    const key = load<u32>(sorted + ((<usize>index) << 2));
    let next = index + 1;
    while (next < count && load<u32>(sorted + ((<usize>next) << 2)) === key) next += 1;
    const same = <u64>(next - index);
    const value = Key.valueOfKey(key);
    if (gathered > 0 && bins < most - 1 && (few || (2 * gathered + same) * left > 2 * rest)) {
      store<f32>(cuts + ((<usize>bins) << 2), Bin.between(last, value));
      bins += 1;
      rest -= gathered;
      left -= 1;
      gathered = 0;
    }
    gathered += same;
    last = value;
    index = next;
  }
  store<f32>(cuts + ((<usize>bins) << 2), last + (abs<f32>(last) + <f32>1e-5));
  for (let at = bins + 1; at < 256; at++) store<f32>(cuts + ((<usize>at) << 2), <f32>Infinity);
  return bins + 1;
}

/**
 * Largest power of two below the number of cuts that separate `bins` bins, the first step of
 * `binOf`; at least 1.
 */
export function firstStep(bins: i32): i32 {
  let step = 1;
  while (step * 2 < bins) step *= 2;
  return step;
}
