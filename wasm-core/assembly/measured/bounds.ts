// Range checks of readings, by the range of the sensor and that of the quantity, and calibrations
// by calendar.

import { write_fault } from './fault';
import { readings_of_file } from './point';
import {
  CALIBRATION,
  CONCENTRATION,
  OUT_OF_RANGE,
  READINGS,
  REASONS,
  reading,
  reason_of,
  remove_reading,
  row_line,
  row_time,
} from './row';

/**
 * Fault: a value that no reading can have, where the rule is off; with the row's line, the reading,
 * its value.
 */
export const IMPOSSIBLE: i32 = 5;

/**
 * Four f64 per reading: the range of good values, then that of the sensor. A value of the second
 * range outside the first is impossible.
 */
const ranges: usize = memory.data(128);
/** Bits of the readings that the file contains. */
let inFile: i32 = 15;

/** Numbers of rows by reading and reason; the last number of a reading counts good rows. */
const counts: usize = memory.data(192);

/** Calibrations by calendar: pairs of i64, [from, to). */
let calendar: usize = 0;
let calibrations: i32 = 0;

/**
 * Sets the ranges of a reading. Values outside [lowest, highest] are substituted; values outside
 * [least, most] are a mistake of the mapping.
 */
export function measured_range(which: i32, lowest: f64, highest: f64, least: f64, most: f64): void {
  const range = ranges + ((<usize>which) << 5);
  store<f64>(range, max(lowest, least));
  store<f64>(range, min(highest, most), 8);
  store<f64>(range, lowest, 16);
  store<f64>(range, highest, 24);
}

/** `count` calibrations at `address`: pairs of f64 ms, [from, to). */
export function measured_calibrations(address: usize, count: i32): void {
  calendar = address;
  calibrations = count;
}

/**
 * Address of f64[4][6]: rows by reading and by reason (no rows, blank, range, stuck, calibration),
 * then of the good ones of `rows`.
 */
export function measured_counts(rows: f64): usize {
  for (let which = 0; which < READINGS; which++) {
    const reasons = counts + <usize>(which * (REASONS + 1)) * 8;
    let good = rows;
    for (let reason: usize = 0; reason < <usize>REASONS; reason++) good -= load<f64>(reasons + (reason << 3));
    store<f64>(reasons + <usize>REASONS * 8, good);
  }
  return counts;
}

/** Resets the counts. */
export function clear_counts(): void {
  memory.fill(counts, 0, 192);
  inFile = readings_of_file();
}

function count(which: i32, reason: i32): void {
  const address = counts + <usize>(which * (REASONS + 1) + reason) * 8;
  store<f64>(address, load<f64>(address) + 1);
}

/**
 * Removes bad readings from a row. Returns false for an impossible value, which `measured_fault`
 * describes.
 */
export function bound(row: usize): bool {
  for (let which = 0; which < READINGS; which++) {
    const range = ranges + ((<usize>which) << 5);
    const value = reading(row, which);
    if ((value >= load<f64>(range) && value <= load<f64>(range, 8)) || !((inFile >> which) & 1)) continue;
    if (!boundBad(row, which, value, range)) return false;
  }
  for (let index = 0; index < calibrations; index++) {
    const span = calendar + ((<usize>index) << 4);
    const time = <f64>row_time(row);
    if (time >= load<f64>(span) && time < load<f64>(span, 8)) retract(row, CALIBRATION);
  }
  return true;
}

/** Handles a reading that is missing or out of range. */
function boundBad(row: usize, which: i32, value: f64, range: usize): bool {
  if (isNaN(value)) {
    count(which, reason_of(row, which));
    return true;
  }
  if (value >= load<f64>(range, 16) && value <= load<f64>(range, 24)) {
    write_fault(IMPOSSIBLE, row_line(row), which, 0, 0);
    return false;
  }
  remove_reading(row, which, OUT_OF_RANGE);
  count(which, OUT_OF_RANGE);
  return true;
}

/** Removes a good concentration from a row for a reason. */
export function retract(row: usize, reason: i32): void {
  if (isNaN(reading(row, CONCENTRATION))) return;
  remove_reading(row, CONCENTRATION, reason);
  count(CONCENTRATION, reason);
}
