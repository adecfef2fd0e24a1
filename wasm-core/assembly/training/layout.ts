// Memory layout of a training. Each training has its own instance of the module and thus its own
// memory.

import { memory_take } from '../memory';

/** Largest number of rows: counts of a histogram cell have 20 bits. */
export const MAX_ROWS: i32 = 1_048_575;

export const MAX_FEATURES: i32 = 64;

/** Code of a blank in a row's bins; values have lower codes. */
export const BLANK: i32 = 255;

/** Number of features in one word of a record. */
export const GROUP: i32 = 8;

/**
 * Offset of the bins in a record; before them are the residual (i32) and the row's number (u32).
 */
export const BINS: usize = 8;

/** Top bit of a record's row number: the row is left out of the current tree's sample. */
export const UNSAMPLED: u32 = 0x80000000;

/** Cells of a feature's histogram: 256, and a gap so that features do not share cache sets. */
export const HISTOGRAM_STRIDE: usize = 264 * 8;

/** Bytes of one group's histogram. */
export const GROUP_BYTES: usize = 8 * HISTOGRAM_STRIDE;

/** The allocations of a training. */
export class Data {
  static rows: i32 = 0;
  static features: i32 = 0;
  static groups: i32 = 0;
  /** Bytes of a record: `BINS` and eight per group, rounded up to 16. */
  static stride: usize = 0;
  /** Two buffers of `rows` records; between trees the first holds all rows, in any order. */
  static first: usize = 0;
  static second: usize = 0;
  /** i32[rows]: the target on its grid. */
  static target: usize = 0;
  /** f32[features][256]: cuts of a feature; a value is in bin b or below iff it is below cut b. */
  static cuts: usize = 0;
  /** i32[features]: number of bins of a feature, without blanks. */
  static bins: usize = 0;
  /** u8[features]: 1 where the feature is blank in some row. */
  static hasBlanks: usize = 0;
  /** u8[features]: 1 where the current tree may split by the feature. */
  static used: usize = 0;
  /**
   * i8[features]: 1 where predictions must not fall as the feature rises, -1 where they must not
   * rise, 0 for no constraint.
   */
  static signs: usize = 0;
  /** Whether any sign is not 0. */
  static monotone: bool = false;
  /**
   * Number of rows that are predicted but not trained on, and their bins,
   * u8[features][validationRows].
   */
  static validationRows: i32 = 0;
  static validationBins: usize = 0;
  /** f64[validationRows]: targets, and predictions on the grid (integers). */
  static validationTarget: usize = 0;
  static validationPrediction: usize = 0;
}

/**
 * Allocates memory for `rows` rows of `features` features and `validationRows` more rows that are
 * only predicted.
 */
export function training_open(rows: i32, features: i32, validationRows: i32): void {
  Data.rows = rows;
  Data.features = features;
  Data.groups = (features + GROUP - 1) / GROUP;
  Data.stride = (BINS + <usize>Data.groups * 8 + 15) & ~15;
  const buffer = <usize>rows * Data.stride;
  Data.first = memory_take(buffer);
  // A column is passed through the second buffer: f64 of its rows and two lists of sort keys, or
  // f64 of the validation rows.
  Data.second = memory_take(max(buffer, <usize>validationRows * 8));
  Data.target = memory_take(<usize>rows * 4);
  Data.cuts = memory_take(<usize>features * 1024);
  Data.bins = memory_take(<usize>features * 4);
  Data.hasBlanks = memory_take(features);
  Data.used = memory_take(features);
  Data.signs = memory_take(features);
  memory.fill(Data.signs, 0, features);
  memory.fill(Data.first, 0, buffer);
  Data.validationRows = validationRows;
  Data.validationBins = memory_take(<usize>validationRows * features);
  Data.validationTarget = memory_take(<usize>validationRows * 8);
  Data.validationPrediction = memory_take(<usize>validationRows * 8);
}

/**
 * Address to which the host writes a column, f64 with NaN for blanks, before it calls
 * `training_column` and the like.
 */
export function training_input(): usize {
  return Data.second;
}

/** Address of f32[features][256], the cuts; a feature has as many cuts as bins. */
export function training_cuts(): usize {
  return Data.cuts;
}

/** Address of i32[features], the number of bins of each feature. */
export function training_bins(): usize {
  return Data.bins;
}

/** Address of i8[features], the monotone signs, for the host to set before `training_begin`. */
export function training_signs(): usize {
  return Data.signs;
}
