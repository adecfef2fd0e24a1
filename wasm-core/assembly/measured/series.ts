// A series of readings: its rows in the order of the file, folded into hours. What the rows are cut
// into is not seen.

import { bound, clear_counts } from './bounds';
import { clear_buckets } from './buckets';
import { clear_fault, has_fault, write_fault } from './fault';
import { clear_integral, end_integral } from './integrate';
import { clear_order, end_order, order } from './order';
import { begin_point, convert_units } from './point';
import { clear_pulses, end_pulses } from './pulses';
import { ROW_BYTES, row_line, set_row_time } from './row';
import { clear_stuck, end_stuck } from './stuck';

/** The series is longer than there are buckets. */
export const TOO_LONG: i32 = 7;

let rowsRead: f64 = 0;
/** Times of a file without a clock: from `start` on by `every` ms; 0 where rows have their own. */
let start: f64 = 0;
let every: f64 = 0;

/**
 * Begins a series of buckets of `ms`. Rows have no time where `stride` is not 0: they follow each
 * other by it, ms, from `first` on.
 */
export function measured_begin(ms: f64, first: f64, stride: f64): void {
  rowsRead = 0;
  start = first;
  every = stride;
  clear_fault();
  begin_point();
  clear_counts();
  clear_buckets(<i64>ms);
  clear_order();
  clear_stuck();
  clear_pulses();
  clear_integral();
}

/** Rows that were folded. */
export function measured_rows(): f64 {
  return rowsRead;
}

/**
 * Folds `count` rows at `rows`, and turns them into the units of the core. False at the first that
 * cannot be: `measured_fault` names it.
 */
export function measured_fold(rows: usize, count: i32): bool {
  for (let index = 0; index < count; index++) {
    const row = rows + <usize>index * ROW_BYTES;
    if (every !== 0) set_row_time(row, <i64>nearest(start + rowsRead * every));
    rowsRead++;
    convert_units(row);
    if (!bound(row)) return false;
    if (!order(row)) return refuse(row);
  }
  return true;
}

/** Ends the series. */
export function measured_end(): bool {
  return end_order() && end_stuck() && end_pulses() && end_integral();
}

function refuse(row: usize): bool {
  if (!has_fault()) write_fault(TOO_LONG, row_line(row), 0, 0, 0);
  return false;
}
