// Detects a stuck sensor: more equal readings of C in a row than a working sensor gives. The whole
// run is removed.

import { retract } from './bounds';
import { HeldRows } from './held_rows';
import { pulse } from './pulses';
import { CONCENTRATION, reading, STUCK } from './row';

/** Largest number of equal readings in a run; 0: the rule is off. */
let most: i32 = 0;

let run = new HeldRows();
let value: f64 = NaN;
/** The run is already too long. */
let isStuck = false;

/** Sets the rule: a run of more than `readings` equal ones is stuck; 0 turns the rule off. */
export function measured_stuck(readings: i32): void {
  most = readings;
}

/** Resets the state of the previous series. */
export function clear_stuck(): void {
  run = new HeldRows();
  value = NaN;
  isStuck = false;
}

/** Adds the next row in the order of time; it is passed on once its run is decided. */
export function stuck(row: usize): bool {
  if (most === 0) return pulse(row);
  const next = reading(row, CONCENTRATION);
  if (next !== value) {
    if (!release(false)) return false;
    value = next;
    isStuck = false;
    // A missing reading does not belong to a run.
    if (isNaN(next)) return pulse(row);
  }
  run.push(row);
  isStuck = isStuck || run.count > most;
  return !isStuck || release(true);
}

function release(isBad: bool): bool {
  let fits = true;
  for (let index = 0; index < run.count && fits; index++) {
    if (isBad) retract(run.at(index), STUCK);
    fits = pulse(run.at(index));
  }
  run.count = 0;
  return fits;
}

/** Ends the series: the last run is decided. */
export function end_stuck(): bool {
  return release(isStuck);
}
