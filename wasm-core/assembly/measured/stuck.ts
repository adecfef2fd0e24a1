// A sensor that is stuck: more equal readings of C in a row than it can give when it works. All of
// the run are taken out.

import { retract } from './bounds';
import { HeldRows } from './held_rows';
import { pulse } from './pulses';
import { CONCENTRATION, reading, STUCK } from './row';

/** Equal readings that a run may have; 0: the rule is off. */
let most: i32 = 0;

let run = new HeldRows();
let value: f64 = NaN;
/** The run is already too long. */
let isStuck = false;

/** A run of more than `readings` equal ones is stuck; 0 turns the rule off. */
export function measured_stuck(readings: i32): void {
  most = readings;
}

/** Forgets the series before. */
export function clear_stuck(): void {
  run = new HeldRows();
  value = NaN;
  isStuck = false;
}

/** The next row in order of time; it goes on when its run is decided. */
export function stuck(row: usize): bool {
  if (most === 0) return pulse(row);
  const next = reading(row, CONCENTRATION);
  if (next !== value) {
    if (!release(false)) return false;
    value = next;
    isStuck = false;
    // A missing reading is no run.
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
