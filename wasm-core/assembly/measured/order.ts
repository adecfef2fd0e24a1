// The clock of a file: repeated times and leaps. Each time counts once, with its first row.

import { write_fault } from './fault';
import { copy_row, ROW_BYTES, row_line, row_time } from './row';
import { stuck } from './stuck';

/** Fault: a row is earlier than the row before, where the rule is off. */
export const CLOCK_BACK: i32 = 6;

/** Rows that are held after a leap forward, until the clock either stays there or leaps back. */
const MOST_HELD: i32 = 64;
const held: usize = memory.data(3072);
let heldCount: i32 = 0;

let isOn = true;
let leap: i64 = 0;
let latest: i64 = i64.MIN_VALUE;

let duplicates: f64 = 0;
let leaps: f64 = 0;

/**
 * `on` 1: rows with a repeated time are dropped; rows after a leap forward longer than `longest` ms
 * are held until the leap is confirmed.
 */
export function measured_clock(on: bool, longest: f64): void {
  isOn = on;
  leap = <i64>longest;
}

/** Number of rows dropped for a repeated time. */
export function measured_duplicates(): f64 {
  return duplicates;
}

/** Number of rows dropped for a leap of the clock. */
export function measured_leaps(): f64 {
  return leaps;
}

/** Resets the state of the previous series. */
export function clear_order(): void {
  heldCount = 0;
  latest = i64.MIN_VALUE;
  duplicates = leaps = 0;
}

/**
 * Adds the next row of the file. Returns false where it is refused: `measured_fault` describes why,
 * or the series is too long.
 */
export function order(row: usize): bool {
  const time = row_time(row);
  if (!isOn) {
    if (time < latest) {
      write_fault(CLOCK_BACK, row_line(row), 0, 0, 0);
      return false;
    }
    latest = time;
    return stuck(row);
  }
  if (heldCount > 0 && time > latest && time < row_time(held)) {
    // The held rows are later than this one, so the held rows are wrong.
    leaps += heldCount;
    heldCount = 0;
  }
  const former = heldCount > 0 ? row_time(held + <usize>(heldCount - 1) * ROW_BYTES) : latest;
  if (time <= former) {
    if (time === former) duplicates++;
    else leaps++;
    return true;
  }
  if (heldCount === 0 && (latest === i64.MIN_VALUE || time - latest <= leap)) {
    latest = time;
    return stuck(row);
  }
  if (heldCount === MOST_HELD && !release()) return false;
  if (heldCount === 0 && time - latest <= leap) {
    latest = time;
    return stuck(row);
  }
  copy_row(held + <usize>heldCount * ROW_BYTES, row);
  heldCount++;
  return true;
}

function release(): bool {
  let fits = true;
  for (let index = 0; index < heldCount && fits; index++) {
    const row = held + <usize>index * ROW_BYTES;
    latest = row_time(row);
    fits = stuck(row);
  }
  heldCount = 0;
  return fits;
}

/** Ends the series: held rows count. */
export function end_order(): bool {
  return release();
}
