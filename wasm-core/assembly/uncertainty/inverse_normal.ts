// z(u), the inverse of the standard normal distribution: M. J. Wichura, Algorithm AS 241 (PPND16),
// Applied Statistics 37 (1988) 477.
// The centre polynomial is applied to the whole column; the 15 % of draws in the tails are listed
// and computed again.

import { Logarithm } from './logarithm';

/**
 * Numerator and denominator of degree 7, highest power first: centre (A, B), tails (C, D), far
 * tails (E, F).
 */
// prettier-ignore
const COEFFICIENTS: usize = memory.data<f64>([
  2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
  1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.387132872796366608,
  5.226495278852854561e3, 2.8729085735721942674e4, 3.930789580009271061e4, 2.1213794301586595867e4,
  5.3941960214247511077e3, 6.871870074920579083e2, 4.2313330701600911252e1, 1, 7.7454501427834140764e-4,
  2.27238449892691845833e-2, 2.4178072517745061177e-1, 1.27045825245236838258, 3.64784832476320460504,
  5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734, 1.05075007164441684324e-9,
  5.475938084995344946e-4, 1.51986665636164571966e-2, 1.4810397642748007459e-1, 6.8976733498510000455e-1,
  1.6763848301838038494, 2.05319162663775882187, 1, 2.01033439929228813265e-7, 2.71155556874348757815e-5,
  1.2426609473880784386e-3, 2.6532189526576123093e-2, 2.9656057182850489123e-1, 1.7848265399172913358,
  5.4637849111641143699, 6.6579046435011037772, 2.04426310338993978564e-15, 1.4215117583164458887e-7,
  1.8463183175100546818e-5, 7.868691311456132591e-4, 1.48753612908506148525e-2, 1.3692988092273580531e-1,
  5.9983220655588793769e-1, 1,
]);

const CENTRE: usize = COEFFICIENTS;
/** The coefficients of the far tails are 128 bytes further on. */
const TAIL: usize = COEFFICIENTS + 128;

const BOUNDS: usize = memory.data<f64>([0.5, 0.425, 0.180625, 1.6, 5, 1]);
const SIGN: usize = memory.data<u64>([0x8000000000000000]);

/** Offsets of the draws in the tails: one for each draw, and one more for padding to pairs. */
const tails: usize = memory.data(514 * 4);
const radii: usize = memory.data(514 * 8);

class Deviate {
  @inline
  static bound(index: usize): v128 {
    return v128.load_splat<f64>(BOUNDS + (index << 3));
  }

  /** One Horner step: y·x + c. */
  @inline
  static step(y: v128, x: v128, c: v128): v128 {
    return f64x2.add(f64x2.mul(y, x), c);
  }
}

/** Numerator at `at` divided by the denominator after it. */
function ratio(x: v128, at: usize): v128 {
  let numerator = v128.load_splat<f64>(at);
  let denominator = v128.load_splat<f64>(at, 64);
  for (let power = at + 8; power < at + 64; power += 8) {
    numerator = Deviate.step(numerator, x, v128.load_splat<f64>(power));
    denominator = Deviate.step(denominator, x, v128.load_splat<f64>(power, 64));
  }
  return f64x2.div(numerator, denominator);
}

/**
 * Applies the centre polynomial to the `bytes` bytes at `u`, for every draw. Eight draws at a time
 * share the loads of the coefficients.
 */
function centre(u: usize, out: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 64) {
    const q0 = f64x2.sub(v128.load(u + at), Deviate.bound(0));
    const q1 = f64x2.sub(v128.load(u + at, 16), Deviate.bound(0));
    const q2 = f64x2.sub(v128.load(u + at, 32), Deviate.bound(0));
    const q3 = f64x2.sub(v128.load(u + at, 48), Deviate.bound(0));
    const x0 = f64x2.sub(Deviate.bound(2), f64x2.mul(q0, q0));
    const x1 = f64x2.sub(Deviate.bound(2), f64x2.mul(q1, q1));
    const x2 = f64x2.sub(Deviate.bound(2), f64x2.mul(q2, q2));
    const x3 = f64x2.sub(Deviate.bound(2), f64x2.mul(q3, q3));
    let n0 = v128.load_splat<f64>(CENTRE);
    let n1 = n0;
    let n2 = n0;
    let n3 = n0;
    let d0 = v128.load_splat<f64>(CENTRE, 64);
    let d1 = d0;
    let d2 = d0;
    let d3 = d0;
    for (let power = CENTRE + 8; power < CENTRE + 64; power += 8) {
      const a = v128.load_splat<f64>(power);
      n0 = Deviate.step(n0, x0, a);
      n1 = Deviate.step(n1, x1, a);
      n2 = Deviate.step(n2, x2, a);
      n3 = Deviate.step(n3, x3, a);
      const b = v128.load_splat<f64>(power, 64);
      d0 = Deviate.step(d0, x0, b);
      d1 = Deviate.step(d1, x1, b);
      d2 = Deviate.step(d2, x2, b);
      d3 = Deviate.step(d3, x3, b);
    }
    v128.store(out + at, f64x2.mul(q0, f64x2.div(n0, d0)));
    v128.store(out + at, f64x2.mul(q1, f64x2.div(n1, d1)), 16);
    v128.store(out + at, f64x2.mul(q2, f64x2.div(n2, d2)), 32);
    v128.store(out + at, f64x2.mul(q3, f64x2.div(n3, d3)), 48);
  }
}

/** Lists the offsets of the draws in the tails; returns the end of the list. */
function list_tails(u: usize, bytes: usize): usize {
  let end = tails;
  for (let at: usize = 0; at < bytes; at += 16) {
    const q = f64x2.sub(v128.load(u + at), Deviate.bound(0));
    const mask = <usize>i64x2.bitmask(f64x2.gt(f64x2.abs(q), Deviate.bound(1)));
    store<u32>(end, <u32>at);
    end += (mask & 1) << 2;
    store<u32>(end, <u32>at + 8);
    end += (mask & 2) << 1;
  }
  return end;
}

/** √(−ln p) of the tail probabilities of two numbers. */
function radius(u: v128): v128 {
  const p = f64x2.min(u, f64x2.sub(Deviate.bound(5), u));
  return f64x2.sqrt(f64x2.neg(Logarithm.pair(p)));
}

/** z of two numbers in the tails, without its sign. */
function tail(r: v128): v128 {
  const far = f64x2.gt(r, Deviate.bound(4));
  const parts: usize = v128.any_true(far) ? 2 : 1;
  let z = r;
  for (let part: usize = 0; part < parts; part++) {
    const y = ratio(f64x2.sub(r, Deviate.bound(3 + part)), TAIL + (part << 7));
    z = part ? v128.bitselect(y, z, far) : y;
  }
  return z;
}

/** Writes z of every number of the `bytes` bytes at `u` to `out`, which must differ from `u`. */
export function inverse_normal_column(u: usize, out: usize, bytes: usize): void {
  centre(u, out, bytes);
  const end = list_tails(u, bytes);
  if (end === tails) return;
  store<u32>(end, load<u32>(end - 4));
  let to = radii;
  for (let entry = tails; entry < end; entry += 8) {
    const first = <usize>load<u32>(entry);
    const second = <usize>load<u32>(entry, 4);
    v128.store(to, radius(v128.load64_lane(u + second, v128.load_splat<f64>(u + first), 1)));
    to += 16;
  }
  to = radii;
  for (let entry = tails; entry < end; entry += 8) {
    const first = <usize>load<u32>(entry);
    const second = <usize>load<u32>(entry, 4);
    const q = f64x2.sub(v128.load64_lane(u + second, v128.load_splat<f64>(u + first), 1), Deviate.bound(0));
    const z = v128.or(tail(v128.load(to)), v128.and(q, v128.load_splat<u64>(SIGN)));
    v128.store64_lane(out + first, z, 0);
    v128.store64_lane(out + second, z, 1);
    to += 16;
  }
}

const single: usize = memory.data(128);

/** z(u), 0 < u < 1. */
export function inverse_normal(u: f64): f64 {
  for (let at: usize = 0; at < 64; at += 8) store<f64>(single + at, u);
  inverse_normal_column(single, single + 64, 64);
  return load<f64>(single, 64);
}

/**
 * Φ(z) by inversion of z(p): for z <= 0 the largest p that 64 bisections of [0, 0.5] find with z(p)
 * <= z; 1 − Φ(−z) above.
 */
export function normal(z: f64): f64 {
  if (z > 0) return 1 - normal(-z);
  let low: f64 = 0;
  let high: f64 = 0.5;
  for (let turn = 0; turn < 64; turn++) {
    const middle = (low + high) * 0.5;
    if (inverse_normal(middle) <= z) low = middle;
    else high = middle;
  }
  return low;
}
