// Integrates rows in the order of time to methane. Each row has a weight in ms: by the left rule
// the time until the next row, by the trapezoid rule half of the times on both sides. A row owns
// the time until the next one; time beyond the longest gap is time without rows.

import * as Bucket from './buckets';
import { add_ms, bucket_at, bucket_length, bucket_start } from './buckets';
import { add_exact } from './exact_sum';
import { add_missing, clear_missing, end_missing, good_reading, good_row } from './missing';
import { air_flow, factor_of_constants, methane_flow, methane_of, missing_readings, readings_of_file } from './point';
import { CONCENTRATION, copy_row, FLOW, NO_ROWS, READINGS, reading, reason_of, row_time } from './row';

let isTrapezoid = false;
let step: i64 = 60_000;
let gap: i64 = 90_000;
/** Flow or velocity up to which the fan is off; lower than any value where the rule is off. */
let off: f64 = -Infinity;

/**
 * The row whose successor is not known yet, and its share of the time before it by the trapezoid
 * rule, ms.
 */
const latest: usize = memory.data(48);
let hasLatest = false;
let before: f64 = 0;

/**
 * Sets the rule: `trapezoid` 1, otherwise the left rule; the usual step, ms; the distance that
 * makes a gap, ms; the fan is off at flow readings up to `still`.
 */
export function measured_rule(trapezoid: bool, usual: f64, longest: f64, still: f64): void {
  isTrapezoid = trapezoid;
  step = <i64>usual;
  gap = <i64>longest;
  off = still;
}

/** Resets the state of the previous series. */
export function clear_integral(): void {
  hasLatest = false;
  before = 0;
  clear_missing();
}

/**
 * Adds the next row, which is not earlier than the previous one. Returns false where the series is
 * too long.
 */
export function integrate(row: usize): bool {
  let fits = true;
  if (hasLatest) {
    const between = row_time(row) - row_time(latest);
    if (between <= gap) {
      fits = add(between, <f64>between);
      before = <f64>between;
    } else {
      const rest = between - step;
      const tail = min(step, rest);
      fits =
        add(step, <f64>step) &&
        addGap(row_time(latest) + step, row_time(row), isTrapezoid ? <f64>(step - tail) / 2 : 0);
      before = <f64>tail;
    }
  }
  copy_row(latest, row);
  hasLatest = true;
  return fits;
}

/**
 * Ends the series: by the left rule the last row counts for one step; by the trapezoid rule the
 * integral ends with it.
 */
export function end_integral(): bool {
  const fits = !hasLatest || add(isTrapezoid ? 0 : step, isTrapezoid ? 0 : <f64>step);
  end_missing();
  return fits;
}

/** Adds the latest row, which owns `own` ms and has `after` ms after it. */
function add(own: i64, after: f64): bool {
  const weight = isTrapezoid ? (before + after) / 2 : after;
  const time = row_time(latest);
  const missing = missing_readings(latest);
  const bucket = bucket_at(time);
  if (bucket === 0) return false;
  store<u32>(bucket, load<u32>(bucket, Bucket.ROWS) + 1, Bucket.ROWS);
  if (missing !== 0) {
    for (let which = 0; which < READINGS; which++) {
      const value = reading(latest, which);
      if (!isNaN(value)) good_reading(which, value);
    }
  } else good_row(latest);
  if (!(missing & (1 << FLOW)) && reading(latest, FLOW) <= off) {
    add_ms(bucket + Bucket.OFF_MS, own);
    return true;
  }
  if (missing !== 0) {
    return add_missing(time, missing, reason_of(latest, ctz(missing)), own, methane_flow(latest, missing) * weight);
  }
  const concentration = reading(latest, CONCENTRATION);
  const flow = air_flow(latest, 0);
  add_exact(bucket + Bucket.MEASURED_SUM, methane_of(concentration, flow) * weight);
  add_ms(bucket + Bucket.MEASURED_MS, own);
  const span = <f64>own;
  store<f64>(bucket, load<f64>(bucket, Bucket.CONCENTRATION_SUM) + concentration * span, Bucket.CONCENTRATION_SUM);
  store<f64>(bucket, load<f64>(bucket, Bucket.FLOW_SUM) + flow * span, Bucket.FLOW_SUM);
  store<f64>(bucket, min(load<f64>(bucket, Bucket.LOWEST), concentration), Bucket.LOWEST);
  store<f64>(bucket, max(load<f64>(bucket, Bucket.HIGHEST), concentration), Bucket.HIGHEST);
  return true;
}

/** Adds the time [from, to) without rows; its first bucket has `extra` ms more of weight. */
function addGap(from: i64, to: i64, extra: f64): bool {
  const missing = readings_of_file();
  const known = factor_of_constants();
  while (from < to) {
    const end = min(to, bucket_start(from) + bucket_length());
    const own = end - from;
    if (!add_missing(from, missing, NO_ROWS, own, known * (<f64>own + extra))) return false;
    extra = 0;
    from = end;
  }
  return true;
}
