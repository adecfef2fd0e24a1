// The clock of a file: rows of a time that was already there, and leaps. Each time counts once, and
// the first row of it stands.

import { write_fault } from './fault';
import { copy_row, ROW_BYTES, row_line, row_time } from './row';
import { stuck } from './stuck';

/** A row earlier than the one before, where the rule is off. */
export const CLOCK_BACK: i32 = 6;

/** Rows that are held after a leap forward, until it is known that the clock does not leap back. */
const MOST_HELD: i32 = 64;
const held: usize = memory.data(3072);
let heldCount: i32 = 0;

let isOn = true;
let leap: i64 = 0;
let latest: i64 = i64.MIN_VALUE;

let duplicates: f64 = 0;
let leaps: f64 = 0;

/**
 * `on` 1: times that were already there are dropped; a leap forward longer than `longest` ms is
 * held until it stands.
 */
export function measured_clock(on: bool, longest: f64): void {
  isOn = on;
  leap = <i64>longest;
}

/** Rows dropped for a time that was already there. */
export function measured_duplicates(): f64 {
  return duplicates;
}

/** Rows dropped because the clock had leapt. */
export function measured_leaps(): f64 {
  return leaps;
}

/** Forgets the series before. */
export function clear_order(): void {
  heldCount = 0;
  latest = i64.MIN_VALUE;
  duplicates = leaps = 0;
}

/**
 * The next row of the file. False where it cannot be used: `measured_fault` names it, or the series
 * gets too long.
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
    // The rows after the leap are later than this one: it is they that were wrong.
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

/** Ends the series: what was held stands. */
export function end_order(): bool {
  return release();
}
