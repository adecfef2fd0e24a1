// A series of readings: its rows in the order of the file, aggregated into hours. The result does
// not depend on how the rows are split into calls.

import { bound, clear_counts } from './bounds';
import { clear_buckets } from './buckets';
import { clear_fault, has_fault, write_fault } from './fault';
import { clear_integral, end_integral } from './integrate';
import { clear_order, end_order, order } from './order';
import { begin_point, convert_units } from './point';
import { clear_pulses, end_pulses } from './pulses';
import { ROW_BYTES, row_line, set_row_time } from './row';
import { clear_stuck, end_stuck } from './stuck';

/** Fault: the series is longer than the capacity of the buckets. */
export const TOO_LONG: i32 = 7;

let rowsRead: f64 = 0;
/**
 * Times of a file without a clock: they begin at `start` and advance by `every` ms; `every` is 0
 * where rows have times of their own.
 */
let start: f64 = 0;
let every: f64 = 0;

/**
 * Begins a series of buckets of `ms`. Where `stride` is not 0, rows have no time of their own: the
 * first is at `first`, and each next one is `stride` ms later.
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

/** Number of rows added. */
export function measured_rows(): f64 {
  return rowsRead;
}

/**
 * Adds `count` rows at `rows` after their conversion to the units of the core. Returns false at the
 * first row that is refused; `measured_fault` describes why.
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
