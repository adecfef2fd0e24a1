// Fills the gaps of a yearly series by the splicing techniques of IPCC 2006, vol. 1, ch. 5, section
// 5.3.
// Columns are addresses of f64[rows] in linear memory; years are whole, distinct and ascending; a
// blank is NaN.

import { at, put } from './column';
import { write } from './result_buffer';
import { fitTrend, trendIn } from './trend';

/** Origin of a value, in the order of the options of the result `method`. */
const KNOWN: f64 = 0;
const INTERPOLATION: f64 = 1;
const TREND: f64 = 2;
const SURROGATE: f64 = 3;
const NONE: f64 = 4;

/** Nearest row with a known value from `row` in steps of `step`; −1 or `rows` if there is none. */
function nextKnown(given: usize, rows: i32, row: i32, step: i32): i32 {
  while (row >= 0 && row < rows && isNaN(at(given, row))) row += step;
  return row;
}

/**
 * Linear interpolation: y = y_a + (y_b − y_a)·(t − a)/(b − a).
 * y in the unit of the series; t the year of `row`; a, b the known years around it. IPCC 2006, vol.
 * 1, ch. 5, section 5.3.3.3.
 */
function interpolated(years: usize, given: usize, row: i32, before: i32, after: i32): f64 {
  const first = at(given, before);
  const a = at(years, before);
  return first + ((at(given, after) - first) * (at(years, row) - a)) / (at(years, after) - a);
}

/**
 * Surrogate data: y₀ = y_t·(s₀/s_t), t the nearest known year with a surrogate value other than 0;
 * NaN where there is none. y in the unit of the series; s in that of the surrogate. IPCC 2006, vol.
 * 1, ch. 5, section 5.3.3.2.
 *
 * Of two equally near years the earlier one is used, because its value has been reported longer and
 * is less likely to be revised.
 */
function bySurrogate(years: usize, given: usize, surrogate: usize, rows: i32, row: i32): f64 {
  if (surrogate === 0 || isNaN(at(surrogate, row))) return NaN;
  let nearest = -1;
  let distance: f64 = Infinity;
  for (let other = 0; other < rows; other++) {
    if (isNaN(at(given, other)) || isNaN(at(surrogate, other)) || at(surrogate, other) === 0) continue;
    const between = Math.abs(at(years, other) - at(years, row));
    if (between >= distance) continue;
    nearest = other;
    distance = between;
  }
  return nearest < 0 ? NaN : at(given, nearest) * (at(surrogate, row) / at(surrogate, nearest));
}

/**
 * Fills the gaps of one object's series: known values are kept; a gap with surrogate data uses
 * them; another gap between known years is interpolated; a gap before or after them follows the
 * trend, but not below 0 unless a known value is negative. With fewer than two known points gaps
 * remain. years, given, surrogate (0: no second series); values and methods are written, f64[rows]
 * each; methods are codes of the list above.
 * Writes the numbers of known points, of filled and of remaining gaps; for values by trend: the
 * largest distance to a known year, years; whether it exceeds half of the known span; the number of
 * values raised to 0.
 */
export function filling_blanks(
  rows: i32,
  years: usize,
  given: usize,
  surrogate: usize,
  values: usize,
  methods: usize,
): void {
  const first = nextKnown(given, rows, 0, 1);
  const last = nextKnown(given, rows, rows - 1, -1);
  let known = 0;
  let hasNegative = false;
  for (let row = 0; row < rows; row++) {
    known += isNaN(at(given, row)) ? 0 : 1;
    if (at(given, row) < 0) hasNegative = true;
  }
  const fillable = known >= 2;
  if (fillable) fitTrend(rows, years, given);

  let filled = 0;
  let raised = 0;
  let reach: f64 = 0;
  for (let row = 0; row < rows; row++) {
    let value = at(given, row);
    let method = KNOWN;
    if (isNaN(value)) {
      value = fillable ? bySurrogate(years, given, surrogate, rows, row) : NaN;
      method = SURROGATE;
      if (!fillable) method = NONE;
      else if (isNaN(value) && row > first && row < last) {
        const before = nextKnown(given, rows, row, -1);
        value = interpolated(years, given, row, before, nextKnown(given, rows, row, 1));
        method = INTERPOLATION;
      } else if (isNaN(value)) {
        const year = at(years, row);
        value = trendIn(year);
        if (value < 0 && !hasNegative) {
          raised++;
          value = 0;
        }
        method = TREND;
        reach = Math.max(reach, row < first ? at(years, first) - year : year - at(years, last));
      }
      filled += fillable ? 1 : 0;
    }
    put(values, row, value);
    put(methods, row, method);
  }
  write(0, known);
  write(1, filled);
  write(2, rows - known - filled);
  write(3, reach);
  write(4, fillable && 2 * reach > at(years, last) - at(years, first) ? 1 : 0);
  write(5, raised);
}
