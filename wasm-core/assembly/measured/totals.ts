// Sums of buckets: a month, the whole series. Exact sums are added and rounded once.

import * as Bucket from './buckets';
import { bucket, bucket_count, bucket_time } from './buckets';
import { month_of } from './clock';
import { add_sum, exact_value } from './exact_sum';
import { tonnes_of } from './point';
import { REASONS } from './row';

const HOUR_MS: f64 = 3_600_000;
const sums: usize = memory.data(32);
const written: usize = memory.data(128);

/** Address of f64[16], the results of `measured_sum`. */
export function measured_written(): usize {
  return written;
}

/** Number of buckets of the series. */
export function measured_buckets(): i32 {
  return bucket_count();
}

/** Start of bucket `index`, ms of the clock of the mine. */
export function measured_bucket_time(index: i32): f64 {
  return <f64>bucket_time(index);
}

/** Year · 12 + month − 1 of bucket `index`. */
export function measured_bucket_month(index: i32): i32 {
  return month_of(bucket_time(index));
}

/**
 * Sums the buckets [from, to) and writes: t of CH4; t of it substituted; hours measured,
 * substituted, fan off; coverage, the measured share of the hours in which the fan ran, NaN where
 * it never did; mean C, % and mean Q_20, m³/min, of the measured time; lowest and highest C;
 * hours substituted by reason: no rows, blank, range, stuck, calibration.
 */
export function measured_sum(from: i32, to: i32): void {
  memory.fill(sums, 0, 32);
  let measured: f64 = 0;
  let off: f64 = 0;
  let substituted: f64 = 0;
  let concentration: f64 = 0;
  let flow: f64 = 0;
  let lowest: f64 = Infinity;
  let highest: f64 = -Infinity;
  for (let reason = 0; reason < REASONS; reason++) put(10 + reason, 0);
  for (let index = from; index < to; index++) {
    const address = bucket(index);
    if (address === 0) continue;
    add_sum(sums, address + Bucket.MEASURED_SUM);
    add_sum(sums + 16, address + Bucket.SUBSTITUTED_SUM);
    measured += <f64>load<u32>(address, Bucket.MEASURED_MS);
    off += <f64>load<u32>(address, Bucket.OFF_MS);
    for (let reason = 0; reason < REASONS; reason++) {
      const ms = <f64>load<u32>(address + ((<usize>reason) << 2), Bucket.SUBSTITUTED_MS);
      substituted += ms;
      put(10 + reason, load<f64>(written + <usize>(10 + reason) * 8) + ms);
    }
    concentration += load<f64>(address, Bucket.CONCENTRATION_SUM);
    flow += load<f64>(address, Bucket.FLOW_SUM);
    lowest = min(lowest, load<f64>(address, Bucket.LOWEST));
    highest = max(highest, load<f64>(address, Bucket.HIGHEST));
  }
  for (let reason = 0; reason < REASONS; reason++) {
    put(10 + reason, load<f64>(written + <usize>(10 + reason) * 8) / HOUR_MS);
  }
  put(1, tonnes_of(exact_value(sums + 16)));
  add_sum(sums, sums + 16);
  put(0, tonnes_of(exact_value(sums)));
  put(2, measured / HOUR_MS);
  put(3, substituted / HOUR_MS);
  put(4, off / HOUR_MS);
  put(5, measured / (measured + substituted));
  put(6, concentration / measured);
  put(7, flow / measured);
  put(8, lowest);
  put(9, highest);
}

function put(index: i32, value: f64): void {
  store<f64>(written + ((<usize>index) << 3), value);
}
