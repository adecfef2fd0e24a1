// Approach 1 of IPCC 2006, vol. 1, ch. 3: propagation of error, table 3.2. Percentages as in the
// table; sums in the order of the rows. All emissions have one unit; removals are negative.

/**
 * Bytes of a row of the input: C base, D current, E U of the activity, F U of the factor (%),
 * factor correlated 0 or 1.
 */
const IN: usize = 5 * 8;
/** Bytes of a row of the output: G, H, I, J, K, L, M of table 3.2. */
const OUT: usize = 7 * 8;

/**
 * Table 3.2: from f64[count][5] at `rows` into f64[count][7] at `table`, and into f64[5] at `out`:
 * ΣD, its U (%), the trend (ΣD − ΣC)/ΣC (%), its U (percentage points), ΣC. G = √(E² + F²); H =
 * (G·D/ΣD)²; I = |(0.01·D + ΣD − (0.01·C + ΣC)) / (0.01·C + ΣC)·100 − (ΣD − ΣC)/ΣC·100|; J =
 * |D/ΣC|; K = I·F where factors of both years are correlated, else J·F·√2; L = J·E·√2; M = K² + L²;
 * U = √ΣH, U of the trend = √ΣM. NaN or infinite where ΣD or ΣC is 0.
 */
export function propagation(rows: usize, count: i32, table: usize, out: usize): void {
  const end = rows + <usize>count * IN;
  let c: f64 = 0;
  let d: f64 = 0;
  for (let row = rows; row < end; row += IN) {
    c += load<f64>(row);
    d += load<f64>(row, 8);
  }
  const trend = ((d - c) / c) * 100;
  const root: f64 = sqrt<f64>(2);
  let level: f64 = 0;
  let change: f64 = 0;
  for (let row = rows; row < end; row += IN) {
    const current = load<f64>(row, 8);
    const activity = load<f64>(row, 16);
    const factor = load<f64>(row, 24);
    const combined = sqrt(activity * activity + factor * factor);
    const part = (combined * current) / d;
    const grown = 0.01 * load<f64>(row) + c;
    const a = abs(((0.01 * current + d - grown) / grown) * 100 - trend);
    const b = abs(current / c);
    const k = load<f64>(row, 32) !== 0 ? a * factor : b * factor * root;
    const l = b * activity * root;
    const m = k * k + l * l;
    level += part * part;
    change += m;
    store<f64>(table, combined);
    store<f64>(table, part * part, 8);
    store<f64>(table, a, 16);
    store<f64>(table, b, 24);
    store<f64>(table, k, 32);
    store<f64>(table, l, 40);
    store<f64>(table, m, 48);
    table += OUT;
  }
  store<f64>(out, d);
  store<f64>(out, sqrt(level), 8);
  store<f64>(out, trend, 16);
  store<f64>(out, sqrt(change), 24);
  store<f64>(out, c, 32);
}
