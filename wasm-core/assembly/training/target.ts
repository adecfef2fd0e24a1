// The target on a grid of integers: sums of integers do not depend on the order of the rows.

import { tooLarge } from './cuts';
import { Data, UNSAMPLED } from './layout';

/** The grid: a target is about `(base + residual) * unit`. */
export class Grid {
  /** Exponent e of the largest target: 2^(e-1) <= max|y| < 2^e. */
  static exponent: i32 = 0;
  /** Width of the grid, a power of two, in the target's unit. */
  static unit: f64 = 1;
  /** Mean of the targets, in units of the grid. */
  static base: i32 = 0;
}

/** If all targets are closer to 0 than this, the grid is that of a target of this size. */
const SMALLEST: f64 = 1e-30;

/** Bits of the grid of |y|: at first, and after the residuals have exceeded 23 bits. */
const BITS: i32 = 22;
const COARSE_BITS: i32 = 18;

function powerOfTwo(exponent: i32): f64 {
  return reinterpret<f64>((<i64>(exponent + 1023)) << 52);
}

/**
 * Sets the targets f64[rows] at `training_input()`, none of them blank. Returns 0, or 1 + row of
 * one beyond 1e37.
 */
export function training_target(): i32 {
  const bad = tooLarge(Data.second, Data.rows);
  if (bad >= 0) return 1 + bad;
  let largest = SMALLEST;
  for (let row = 0; row < Data.rows; row++) largest = max(largest, abs(load<f64>(Data.second + ((<usize>row) << 3))));
  Grid.exponent = <i32>((reinterpret<u64>(largest) >> 52) & 0x7ff) - 1022;
  placeTargets(Data.second, BITS);
  return 0;
}

/** Rounds targets to the grid: y -> nearest(y / unit), ties to even; base = nearest(mean). */
function placeTargets(values: usize, bits: i32): void {
  Grid.unit = powerOfTwo(Grid.exponent - bits);
  let sum: i64 = 0;
  for (let row = 0; row < Data.rows; row++) {
    const y = <i32>nearest(load<f64>(values + ((<usize>row) << 3)) / Grid.unit);
    store<i32>(Data.target + ((<usize>row) << 2), y);
    sum += y;
  }
  Grid.base = <i32>nearest(<f64>sum / <f64>Data.rows);
}

/**
 * Rounds the targets, again f64[rows] at `training_input()`, to the coarser grid, which gives
 * diverging residuals more range.
 */
export function training_coarse_target(): void {
  placeTargets(Data.second, COARSE_BITS);
}

/** Sets the targets of the validation rows, f64[validationRows] at `training_input()`. */
export function training_validation_target(): void {
  memory.copy(Data.validationTarget, Data.second, (<usize>Data.validationRows) << 3);
}

/**
 * Resets the residuals and the sample marks of all records to their values before the first tree.
 * Records are not moved, so row numbers remain.
 */
export function resetResiduals(numbered: bool): void {
  for (let index = 0; index < Data.rows; index++) {
    const record = Data.first + <usize>index * Data.stride;
    const row = numbered ? load<u32>(record, 4) & ~UNSAMPLED : <u32>index;
    store<u32>(record, row, 4);
    store<i32>(record, load<i32>(Data.target + ((<usize>row) << 2)) - Grid.base);
  }
}

/** Width of the grid, in the target's unit. */
export function training_unit(): f64 {
  return Grid.unit;
}

/** Prediction without a tree, in units of the grid. */
export function training_base(): i32 {
  return Grid.base;
}
