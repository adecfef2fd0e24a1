// Detects calibrations by their shape: C steps up to the test gas, 1–2.5 %, stays there for some
// minutes and steps down again.

import { retract } from './bounds';
import { HeldRows } from './held_rows';
import { integrate } from './integrate';
import { CALIBRATION, CONCENTRATION, reading, row_time } from './row';

let isOn = false;
let lowest: f64 = 1;
let highest: f64 = 2.5;
let longest: i64 = 600_000;
let least: f64 = 0.5;

let held = new HeldRows();
let former: f64 = NaN;

/**
 * A pulse is within [low, high] %, lasts at most `ms`, and begins with a step of `rise` % at least;
 * `on` 0 turns the rule off.
 */
export function measured_pulses(on: bool, low: f64, high: f64, ms: f64, rise: f64): void {
  isOn = on;
  lowest = low;
  highest = high;
  longest = <i64>ms;
  least = rise;
}

/** Resets the state of the previous series. */
export function clear_pulses(): void {
  held = new HeldRows();
  former = NaN;
}

/**
 * Adds the next row in the order of time; it is passed on once it is known whether it is part of a
 * pulse.
 */
export function pulse(row: usize): bool {
  if (!isOn) return integrate(row);
  const concentration = reading(row, CONCENTRATION);
  const isHigh = concentration >= lowest && concentration <= highest;
  if (held.count > 0) {
    if (isHigh && row_time(row) - row_time(held.at(0)) <= longest) {
      held.push(row);
      return true;
    }
    // A run that is too long or rises higher is methane.
    if (!release(concentration < lowest)) return false;
  } else if (isHigh && concentration - former >= least && former < lowest) {
    held.push(row);
    return true;
  }
  if (!isNaN(concentration)) former = concentration;
  return integrate(row);
}

function release(isPulse: bool): bool {
  let fits = true;
  for (let index = 0; index < held.count && fits; index++) {
    const row = held.at(index);
    if (isPulse) retract(row, CALIBRATION);
    else former = reading(row, CONCENTRATION);
    fits = integrate(row);
  }
  held.count = 0;
  return fits;
}

/** Ends the series: a pulse that does not end is methane. */
export function end_pulses(): bool {
  return release(false);
}
