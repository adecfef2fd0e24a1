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
