// Key categories of IPCC 2006, vol. 1, ch. 4: by approach 1 (emissions alone) and by approach 2
// (weighted with uncertainty).

import { at, put } from '../column';

/** Bytes of a row of the input: base, current, U (%). */
const IN: usize = 3 * 8;

/**
 * Assessments of the rows f64[count][3] into four columns f64[count] at `out`, each as a share of
 * its own sum: level |E|/Σ|E|, trend T = |E0|/Σ|E0|·|(E − E0)/|E0| − (ΣE − ΣE0)/|ΣE0|| (a category
 * without base: |E/ΣE0|), level·U, trend·U. IPCC 2006, vol. 1, ch. 4, eq. 4.1–4.3, section 4.3.2.
 */
export function key_assessments(rows: usize, count: i32, out: usize): void {
  const width = (<usize>count) << 3;
  const end = rows + <usize>count * IN;
  let base: f64 = 0;
  let current: f64 = 0;
  let absoluteBase: f64 = 0;
  for (let row = rows; row < end; row += IN) {
    base += load<f64>(row);
    current += load<f64>(row, 8);
    absoluteBase += abs(load<f64>(row));
  }
  const change = (current - base) / abs(base);
  let to = out;
  for (let row = rows; row < end; row += IN) {
    const e0 = load<f64>(row);
    const e = load<f64>(row, 8);
    const u = load<f64>(row, 16);
    const trend = e0 === 0 ? abs(e / base) : (abs(e0) / absoluteBase) * abs((e - e0) / abs(e0) - change);
    store<f64>(to, abs(e));
    store<f64>(to + width, trend);
    store<f64>(to + 2 * width, abs(e) * u);
    store<f64>(to + 3 * width, trend * u);
    to += 8;
  }
  for (let column = 0; column < 4; column++) normalise(out + <usize>column * width, count);
}

/** Divides by the sum; all 0 where the sum is 0. */
function normalise(column: usize, count: i32): void {
  let sum: f64 = 0;
  for (let row = 0; row < count; row++) sum += at(column, row);
  for (let row = 0; row < count; row++) put(column, row, sum > 0 ? at(column, row) / sum : 0);
}

/**
 * The order of the shares f64[count], the greatest first and equal ones in file order, into
 * f64[count] at `order`, their running sums into f64[count] at `running`. Returns the number of key
 * categories: the first ones up to the one that reaches `threshold`.
 */
export function key_order(shares: usize, count: i32, threshold: f64, order: usize, running: usize): i32 {
  for (let row = 0; row < count; row++) {
    let place = row;
    while (place > 0 && at(shares, <i32>at(order, place - 1)) < at(shares, row)) {
      put(order, place, at(order, place - 1));
      place--;
    }
    put(order, place, row);
  }
  let sum: f64 = 0;
  let keys = 0;
  for (let place = 0; place < count; place++) {
    const share = at(shares, <i32>at(order, place));
    // A category without a positive share is not a key category, regardless of the rounding of the
    // sum.
    if (sum < threshold && share > 0) keys = place + 1;
    sum += share;
    put(running, place, sum);
  }
  return keys;
}
