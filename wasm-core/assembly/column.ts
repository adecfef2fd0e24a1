// Columns of a table: contiguous f64 in linear memory, NaN for a blank.

import { write } from './result_buffer';

/** The number of `row` in the column at the address `column`. */
export function at(column: usize, row: i32): f64 {
  return load<f64>(column + ((<usize>row) << 3));
}

/** Stores the number of `row` in the column at the address `column`. */
export function put(column: usize, row: i32, value: f64): void {
  store<f64>(column + ((<usize>row) << 3), value);
}

/**
 * Writes the sum of f64[rows] at `column` without blanks, by compensated summation (A. Neumaier,
 * 1974).
 */
export function column_sum(rows: i32, column: usize): void {
  let sum: f64 = 0;
  let lost: f64 = 0;
  for (let row = 0; row < rows; row++) {
    const value = at(column, row);
    if (isNaN(value)) continue;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  write(0, sum + lost);
}

/**
 * The value of f64[count] at `values` with `below` values before it in order; equal values count
 * once each.
 */
function inOrder(values: usize, count: i32, below: i32): f64 {
  for (let index = 0; index < count; index++) {
    const value = at(values, index);
    let less = 0;
    let equal = 0;
    for (let other = 0; other < count; other++) {
      if (at(values, other) < value) less++;
      if (at(values, other) === value) equal++;
    }
    if (less <= below && below < less + equal) return value;
  }
  return NaN;
}

/** Median of f64[count] at `values`; for an even count the mean of the two middle values. */
function median(values: usize, count: i32): f64 {
  const upper = inOrder(values, count, count >> 1);
  return (count & 1) === 1 ? upper : (inOrder(values, count, (count >> 1) - 1) + upper) / 2;
}

/**
 * Factor from the median absolute deviation of a normal distribution to its standard deviation:
 * 1/Φ⁻¹(3/4).
 */
const NORMAL_SPREAD: f64 = 1.4826;

/**
 * Median m of the few numbers f64[count] at `values`, and their spread s = 1.4826 · median |x − m|.
 * Overwrites the numbers with |x − m|. Writes m, s; NaN for no numbers.
 */
export function median_spread(count: i32, values: usize): void {
  const middle = median(values, count);
  for (let index = 0; index < count; index++) put(values, index, Math.abs(at(values, index) - middle));
  write(0, middle);
  write(1, NORMAL_SPREAD * median(values, count));
}
