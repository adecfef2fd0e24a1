// Converts columns of the host to bins of the records.

import { Bin, firstStep, makeCuts, presentKeys, tooLarge } from './cuts';
import { BINS, Data, GROUP } from './layout';

/**
 * Computes the bins of the column f64[rows] at `training_input()`, feature `index`, `mostBins`
 * 2…255. Returns 0, or 1 + row of a value that is infinite or beyond 1e37.
 */
export function training_column(index: i32, mostBins: i32): i32 {
  const rows = Data.rows;
  const column = Data.second;
  const bad = tooLarge(column, rows);
  if (bad >= 0) return 1 + bad;
  const keys = column + ((<usize>rows) << 3);
  const present = presentKeys(column, rows, keys);
  store<bool>(Data.hasBlanks + index, present < rows);
  const cuts = cutsOf(index);
  const bins = makeCuts(keys, keys + ((<usize>rows) << 2), present, mostBins, cuts);
  store<i32>(Data.bins + ((<usize>index) << 2), bins);
  const step = firstStep(bins);
  const stride = Data.stride;
  let record = Data.first + BINS + index;
  for (let row = 0; row < rows; row++) {
    store<u8>(record, Bin.binOf(load<f64>(column + ((<usize>row) << 3)), cuts, bins, step));
    record += stride;
  }
  return 0;
}

/**
 * Computes the bins of a column f64[validationRows] at `training_input()` by the cuts of the
 * training rows. Returns as `training_column`.
 */
export function training_validation_column(index: i32): i32 {
  const rows = Data.validationRows;
  const bad = tooLarge(Data.second, rows);
  if (bad >= 0) return 1 + bad;
  const cuts = cutsOf(index);
  const bins = load<i32>(Data.bins + ((<usize>index) << 2));
  const step = firstStep(bins);
  const to = Data.validationBins + <usize>index * rows;
  for (let row = 0; row < rows; row++) {
    store<u8>(to + row, Bin.binOf(load<f64>(Data.second + ((<usize>row) << 3)), cuts, bins, step));
  }
  return 0;
}

function cutsOf(index: i32): usize {
  return Data.cuts + ((<usize>index) << 10);
}

/** Features of a group of eight; the last group may have fewer. */
export function groupWidth(group: i32): i32 {
  return min(GROUP, Data.features - group * GROUP);
}
