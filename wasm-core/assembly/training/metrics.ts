// Errors of a forecast. Sums run in the order of the rows.

/** f64: sum of squared errors, of absolute errors, RMSE, MAE, hits, misses, false alarms. */
const results: usize = memory.data(7 * 8, 16);

function at(values: usize, row: i32): f64 {
  return load<f64>(values + ((<usize>row) << 3));
}

/**
 * Errors of `predicted`, f64[count], against `actual`: RMSE = sqrt(sum e² / n), MAE = sum |e| / n;
 * and of the alarm "above `limit`": hits (both above), misses (only the actual value), false alarms
 * (only the predicted one). Returns the address of seven f64.
 */
export function training_metrics(actual: usize, predicted: usize, count: i32, limit: f64): usize {
  let squares: f64 = 0;
  let absolute: f64 = 0;
  let hits: f64 = 0;
  let misses: f64 = 0;
  let falseAlarms: f64 = 0;
  for (let row = 0; row < count; row++) {
    const y = at(actual, row);
    const forecast = at(predicted, row);
    const error = y - forecast;
    squares += error * error;
    absolute += abs(error);
    if (y > limit && forecast > limit) hits += 1;
    else if (y > limit) misses += 1;
    else if (forecast > limit) falseAlarms += 1;
  }
  store<f64>(results, squares);
  store<f64>(results, absolute, 8);
  store<f64>(results, sqrt(squares / <f64>count), 16);
  store<f64>(results, absolute / <f64>count, 24);
  store<f64>(results, hits, 32);
  store<f64>(results, misses, 40);
  store<f64>(results, falseAlarms, 48);
  return results;
}

/** Mean of f64[count] at `values`. */
export function training_mean(values: usize, count: i32): f64 {
  let sum: f64 = 0;
  for (let row = 0; row < count; row++) sum += at(values, row);
  return sum / <f64>count;
}

/**
 * Mean of the last `window` rows of f64[count] at `values`, including the row itself, without
 * blanks (NaN): f64[count] at `to`. NaN for the first window - 1 rows and where all are blank.
 */
export function training_rolling_mean(values: usize, count: i32, window: i32, to: usize): void {
  for (let row = 0; row < count; row++) {
    let sum: f64 = 0;
    let known: f64 = 0;
    for (let back = row - window + 1; back <= row && row >= window - 1; back++) {
      const value = at(values, back);
      if (isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    store<f64>(to + ((<usize>row) << 3), sum / known);
  }
}

/** to = values - from, f64[count] each. */
export function training_subtract(values: usize, from: usize, count: i32, to: usize): void {
  for (let row = 0; row < count; row++) store<f64>(to + ((<usize>row) << 3), at(values, row) - at(from, row));
}

/** to = values + addends, f64[count] each. */
export function training_add(values: usize, addends: usize, count: i32, to: usize): void {
  for (let row = 0; row < count; row++) store<f64>(to + ((<usize>row) << 3), at(values, row) + at(addends, row));
}
