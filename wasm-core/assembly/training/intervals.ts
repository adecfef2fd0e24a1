// Prediction intervals from past errors: a rolling window of signed residuals, each side
// separately, and the adaptive level of I. Gibbs, E. Candès, Adaptive Conformal Inference Under
// Distribution Shift, NeurIPS 2021, eq. 2.

import { memory_take } from '../memory';

class Window {
  /** f64[capacity]: the residuals of the window, ascending. */
  static sorted: usize = 0;
  static capacity: i32 = 0;
  static count: i32 = 0;
  /** Result of `training_band`. */
  static covered: i32 = 0;
  static judged: i32 = 0;

  /** Index of the first residual that is not below `value`. */
  static find(value: f64): i32 {
    let low = 0;
    let high = Window.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<f64>(Window.sorted + ((<usize>middle) << 3)) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  static insert(value: f64): void {
    const place = Window.sorted + ((<usize>Window.find(value)) << 3);
    const end = Window.sorted + ((<usize>Window.count) << 3);
    memory.copy(place + 8, place, end - place);
    store<f64>(place, value);
    Window.count += 1;
  }

  static remove(value: f64): void {
    const place = Window.sorted + ((<usize>Window.find(value)) << 3);
    const end = Window.sorted + ((<usize>Window.count) << 3);
    memory.copy(place, place + 8, end - place - 8);
    Window.count -= 1;
  }

  /** k-th of the residuals, k = ceil((W + 1) · level), at most the largest. */
  static quantile(level: f64): f64 {
    const k = min(<i32>ceil(<f64>(Window.count + 1) * level), Window.count);
    return load<f64>(Window.sorted + ((<usize>(max(k, 1) - 1)) << 3));
  }

  /** k-th of the negated residuals, negated again: the lower side. */
  static lowerQuantile(level: f64): f64 {
    const k = min(<i32>ceil(<f64>(Window.count + 1) * level), Window.count);
    return load<f64>(Window.sorted + ((<usize>(Window.count - max(k, 1))) << 3));
  }
}

/**
 * Bands around `predicted`, f64[count], rows in the order of time, that cover `actual` in a share 1
 * - `alpha` of the rows. For row t the residuals of the rows up to t - `delay` - 1 are known; the
 * last `window` of them are used. `gamma` 0: the plain rolling band; above 0: the level follows the
 * misses, alpha' = alpha' + gamma · (alpha - missed). Writes the offsets of the lower and the upper
 * side, f64[count]; NaN before `least` residuals are known.
 */
export function training_band(
  actual: usize,
  predicted: usize,
  count: i32,
  window: i32,
  least: i32,
  delay: i32,
  alpha: f64,
  gamma: f64,
  lower: usize,
  upper: usize,
): void {
  if (Window.capacity < window + 1) {
    Window.sorted = memory_take((<usize>(window + 1)) << 3);
    Window.capacity = window + 1;
  }
  Window.count = 0;
  Window.covered = 0;
  Window.judged = 0;
  let level = alpha;
  for (let row = 0; row < count; row++) {
    const known = row - delay - 1;
    if (known >= 0) {
      const at = (<usize>known) << 3;
      const residual = load<f64>(actual + at) - load<f64>(predicted + at);
      const low = load<f64>(lower + at);
      if (!isNaN(low)) level += gamma * (alpha - f64(residual < low || residual > load<f64>(upper + at)));
      Window.insert(residual);
      if (Window.count > window) {
        const old = (<usize>(known - window)) << 3;
        Window.remove(load<f64>(actual + old) - load<f64>(predicted + old));
      }
    }
    const at = (<usize>row) << 3;
    const ready = Window.count >= least;
    const share = min(max(level, 1 / <f64>(Window.count + 1)), 0.5);
    store<f64>(lower + at, ready ? Window.lowerQuantile(1 - share / 2) : NaN);
    store<f64>(upper + at, ready ? Window.quantile(1 - share / 2) : NaN);
    if (!ready) continue;
    const residual = load<f64>(actual + at) - load<f64>(predicted + at);
    Window.judged += 1;
    Window.covered += i32(residual >= load<f64>(lower + at) && residual <= load<f64>(upper + at));
  }
}

/** Clears the window: the host has freed all memory. */
export function training_band_reset(): void {
  Window.capacity = 0;
}

/** Number of rows of the last `training_band` that had a band. */
export function training_band_judged(): i32 {
  return Window.judged;
}

/** Number of these rows whose actual value was within the band. */
export function training_band_covered(): i32 {
  return Window.covered;
}
