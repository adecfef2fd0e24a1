// Converts uniform numbers to draws of a quantity, one column at a time.

import { WIDTH } from './column';
import { exponentials } from './exponential';
import { inverse_normal_column } from './inverse_normal';
import { FACTOR, SYMMETRIC, TRIANGULAR, UNIFORM, Variable } from './variable';

/**
 * Converts the uniform column `u` to draws of `v` in `out`; may overwrite `u`. A fixed quantity is
 * not drawn.
 */
export function draw_values(v: Variable, u: usize, out: usize): void {
  if (v.law === TRIANGULAR) {
    triangular(v, u, out);
    return;
  }
  let from = u;
  let start = v.first;
  let width = v.last - v.first;
  if (v.law !== UNIFORM) {
    if (v.isCut) affine(u, v.start, v.part, u);
    inverse_normal_column(u, out, WIDTH);
    if (v.law === FACTOR) {
      exponentials(v.value, v.sigma, out, WIDTH);
      return;
    }
    if (v.law === SYMMETRIC) {
      relative(v.value, v.sigma, out);
      return;
    }
    from = out;
    start = v.value;
    width = v.sigma;
  }
  affine(from, start, width, out);
}

/** start + width·x. */
function affine(x: usize, start: f64, width: f64, out: usize): void {
  const a = f64x2.splat(start);
  const b = f64x2.splat(width);
  for (let at: usize = 0; at < WIDTH; at += 16) {
    v128.store(out + at, f64x2.add(a, f64x2.mul(b, v128.load(x + at))));
  }
}

/** Replaces z with value·(1 + σ·z). */
function relative(value: f64, sigma: f64, column: usize): void {
  const x0 = f64x2.splat(value);
  const s = f64x2.splat(sigma);
  const one = f64x2.splat(1);
  for (let at: usize = 0; at < WIDTH; at += 16) {
    v128.store(column + at, f64x2.mul(x0, f64x2.add(one, f64x2.mul(s, v128.load(column + at)))));
  }
}

/**
 * w = hi − lo; where u < (mode − lo)/w: lo + √(u·(w·(mode − lo))), else hi − √((1 − u)·(w·(hi −
 * mode))).
 */
function triangular(v: Variable, u: usize, out: usize): void {
  const width = v.last - v.first;
  const split = f64x2.splat((v.mode - v.first) / width);
  const rise = f64x2.splat(width * (v.mode - v.first));
  const descent = f64x2.splat(width * (v.last - v.mode));
  const low = f64x2.splat(v.first);
  const high = f64x2.splat(v.last);
  const one = f64x2.splat(1);
  for (let at: usize = 0; at < WIDTH; at += 16) {
    const x = v128.load(u + at);
    const isLeft = f64x2.lt(x, split);
    const area = v128.bitselect(f64x2.mul(x, rise), f64x2.mul(f64x2.sub(one, x), descent), isLeft);
    const root = f64x2.sqrt(area);
    v128.store(out + at, v128.bitselect(f64x2.add(low, root), f64x2.sub(high, root), isLeft));
  }
}
