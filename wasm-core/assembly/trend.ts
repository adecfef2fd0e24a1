// The straight line through the known points of a yearly series, by least squares.

import { at } from './column';

let count: f64 = 0;
let yearSum: f64 = 0;
let base: f64 = 0;
let mean: f64 = 0;
let cross: f64 = 0;
let square: f64 = 0;

/**
 * Trend: y = ȳ + β·(t − t̄), β = Σ(tᵢ − t̄)·yᵢ / Σ(tᵢ − t̄)², over the known points; at least two
 * years must be known. given y, f64[rows], in the unit of the series, NaN where blank; years t,
 * whole. IPCC 2006, vol. 1, ch. 5, section 5.3.3.4.
 *
 * n·(tᵢ − t̄) = n·tᵢ − Σt is a whole number, so centred years have no rounding; values are taken
 * relative to the first known one, so a constant series is reproduced exactly.
 */
export function fitTrend(rows: i32, years: usize, given: usize): void {
  let first = 0;
  while (isNaN(at(given, first))) first++;
  base = at(given, first);
  count = 0;
  yearSum = 0;
  let sum: f64 = 0;
  for (let row = first; row < rows; row++) {
    if (isNaN(at(given, row))) continue;
    count += 1;
    yearSum += at(years, row);
    sum += at(given, row) - base;
  }
  mean = sum / count;
  cross = 0;
  square = 0;
  for (let row = first; row < rows; row++) {
    if (isNaN(at(given, row))) continue;
    const centred = count * at(years, row) - yearSum;
    cross += centred * (at(given, row) - base);
    square += centred * centred;
  }
}

/** Value of the fitted line in `year`. */
export function trendIn(year: f64): f64 {
  return base + mean + (cross * (count * year - yearSum)) / square;
}
