// Approach 1 of IPCC 2006, vol. 1, ch. 3: propagation of error, table 3.2. Percentages as in the table; sums in the order of
// the rows. Emissions of one unit throughout; removals with their sign.

import { at, put } from '../column';

/** Columns of a row of the input: C base, D current, E U of the activity, F U of the factor (%), factor correlated 0 or 1. */
const IN: i32 = 5;
/** Columns of a row of the output: G, H, I, J, K, L, M of table 3.2. */
const OUT: i32 = 7;

/** Σ of the column `column` of the rows. */
function sum_of(rows: usize, count: i32, column: i32): f64 {
  let sum: f64 = 0;
  for (let row = 0; row < count; row++) sum += at(rows, row * IN + column);
  return sum;
}

/**
 * Table 3.2: from f64[count][5] at `rows` into f64[count][7] at `table`, and into f64[5] at `out`: ΣD, its U (%), the trend
 * (ΣD − ΣC)/ΣC (%), its U (percentage points), ΣC. G = √(E² + F²); H = (G·D/ΣD)²; I = |(0.01·D + ΣD − (0.01·C + ΣC)) /
 * (0.01·C + ΣC)·100 − (ΣD − ΣC)/ΣC·100|; J = |D/ΣC|; K = I·F where factors of both years are correlated, else J·F·√2;
 * L = J·E·√2; M = K² + L²; U = √ΣH, U of the trend = √ΣM. NaN or infinite where ΣD or ΣC is 0.
 */
export function propagation(rows: usize, count: i32, table: usize, out: usize): void {
  const c = sum_of(rows, count, 0);
  const d = sum_of(rows, count, 1);
  const trend = ((d - c) / c) * 100;
  const root: f64 = sqrt<f64>(2);
  let level: f64 = 0;
  let change: f64 = 0;
  for (let row = 0; row < count; row++) {
    const base = at(rows, row * IN);
    const current = at(rows, row * IN + 1);
    const activity = at(rows, row * IN + 2);
    const factor = at(rows, row * IN + 3);
    const combined = sqrt(activity * activity + factor * factor);
    const part = (combined * current) / d;
    const grown = 0.01 * base + c;
    const a = abs(((0.01 * current + d - grown) / grown) * 100 - trend);
    const b = abs(current / c);
    const k = at(rows, row * IN + 4) !== 0 ? a * factor : b * factor * root;
    const l = b * activity * root;
    const m = k * k + l * l;
    level += part * part;
    change += m;
    const to = row * OUT;
    put(table, to, combined);
    put(table, to + 1, part * part);
    put(table, to + 2, a);
    put(table, to + 3, b);
    put(table, to + 4, k);
    put(table, to + 5, l);
    put(table, to + 6, m);
  }
  put(out, 0, d);
  put(out, 1, sqrt(level));
  put(out, 2, trend);
  put(out, 3, sqrt(change));
  put(out, 4, c);
}
