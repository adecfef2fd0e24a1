// A histogram of a sample: counts of bins of equal width.

import { at } from '../column';

/**
 * Counts the n values in `bins` equal bins of [from, to] into u32[bins] at `out`; values outside
 * are not counted.
 */
export function uncertainty_histogram(values: usize, n: u32, from: f64, to: f64, bins: u32, out: usize): void {
  memory.fill(out, 0, (<usize>bins) << 2);
  const scale = <f64>bins / (to - from);
  for (let index: u32 = 0; index < n; index++) {
    const value = at(values, index);
    if (!(value >= from && value <= to)) continue;
    const bin = min<u32>(<u32>((value - from) * scale), bins - 1);
    const entry = out + ((<usize>bin) << 2);
    store<u32>(entry, load<u32>(entry) + 1);
  }
}

/**
 * Ends of the histogram of a sample with the 95 % range low … high, into f64[2] at `out`: half of
 * the range further on each side, but not beyond the minimum and the maximum of the n values.
 */
export function uncertainty_histogram_ends(values: usize, n: u32, low: f64, high: f64, out: usize): void {
  const margin = (high - low) * 0.5;
  let least = Infinity;
  let most = -Infinity;
  for (let index: u32 = 0; index < n; index++) {
    least = min(least, at(values, index));
    most = max(most, at(values, index));
  }
  store<f64>(out, max(least, low - margin));
  store<f64>(out, min(most, high + margin), 8);
}
