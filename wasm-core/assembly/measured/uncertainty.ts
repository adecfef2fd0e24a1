// Uncertainty of the sum of a series. Random errors of readings average out with the effective
// number of hours; systematic ones do not.

import { bucket, bucket_count, MEASURED_MS, MEASURED_SUM } from './buckets';
import { exact_value } from './exact_sum';

/** Half width of the 95 % interval in standard deviations. IPCC 2006, vol. 1, ch. 3. */
const COVERAGE_FACTOR: f64 = 1.96;
const PERCENT: f64 = 100;

const written: usize = memory.data(40);

/** Address of f64[5], the results of `measured_uncertainty`. */
export function measured_uncertainty_written(): usize {
  return written;
}

/**
 * Writes, % of the sum at 95 %: U_random = 1.96·s/(x̄·√N_eff) of the means x of the buckets, N_eff
 * = N/(1 + 2Σρ_k) with the autocorrelations ρ_k up to the first that is not positive; U_C = Δ/C̄;
 * U_Q = √(U_v² + U_A²); U = √(U_random² + U_C² + U_Q²); and N_eff.
 * `error` Δ: absolute error of the sensor, % vol; `mean` C̄, % vol; `velocity` U_v and `section`
 * U_A, %.
 */
export function measured_uncertainty(error: f64, mean: f64, velocity: f64, section: f64): void {
  const count = bucket_count();
  const values = heap.alloc(<usize>count * 8);
  let length = 0;
  let total: f64 = 0;
  for (let index = 0; index < count; index++) {
    const address = bucket(index);
    if (address === 0 || load<u32>(address, MEASURED_MS) === 0) continue;
    const value = exact_value(address + MEASURED_SUM) / <f64>load<u32>(address, MEASURED_MS);
    store<f64>(values + <usize>length * 8, value);
    length++;
    total += value;
  }
  const average = total / <f64>length;
  const variance = covariance(values, length, 0, average);
  let correlated: f64 = 0;
  // Estimates at long lags are noise, so the lags usually end at a quarter of the series.
  for (let lag = 1; variance > 0 && lag < length / 4; lag++) {
    const correlation = covariance(values, length, lag, average) / variance;
    if (correlation <= 0) break;
    correlated += correlation;
  }
  const effective = max<f64>(1, <f64>length / (1 + 2 * correlated));
  const random = (PERCENT * COVERAGE_FACTOR * sqrt(variance / effective)) / average;
  const concentration = (PERCENT * error) / mean;
  const flow = sqrt(velocity * velocity + section * section);
  store<f64>(written, random);
  store<f64>(written, concentration, 8);
  store<f64>(written, flow, 16);
  store<f64>(written, sqrt(random * random + concentration * concentration + flow * flow), 24);
  store<f64>(written, effective, 32);
}

function covariance(values: usize, length: i32, lag: i32, average: f64): f64 {
  let sum: f64 = 0;
  for (let index = lag; index < length; index++) {
    const value = load<f64>(values + <usize>index * 8) - average;
    sum += value * (load<f64>(values + <usize>(index - lag) * 8) - average);
  }
  return sum / <f64>length;
}
