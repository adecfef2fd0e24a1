// A quantity of a plan: its law as a person states it, and what follows from it once, before the draws.

import { exp } from './exponential';
import { normal } from './inverse_normal';
import { ln } from './logarithm';
import { fnv, key_of } from './split_mix';

/** Laws, numbered as in `uncertainty/image.ts`. */
export const FIXED: u32 = 0;
export const SYMMETRIC: u32 = 1;
export const FACTOR: u32 = 2;
export const ABSOLUTE: u32 = 3;
export const UNIFORM: u32 = 4;
export const TRIANGULAR: u32 = 5;
/** ± a half-width, evenly: becomes UNIFORM. */
export const ABSOLUTE_UNIFORM: u32 = 6;

/** z of the 97.5 % point: half-widths and factors state a range of 95 %. */
export const Z: f64 = reinterpret<f64>(0x3fff5c0331eeff84);

/** 1/√(2π). */
const DENSITY_AT_ZERO: f64 = 0.3989422804014327;

/** 128 bytes, placed by `uncertainty/image.ts`, which has the same list. */
@unmanaged
export class Variable {
  law: u32;
  /** Bytes of the id, UTF-8; 0 for a literal or constant, which is never drawn. */
  idBytes: u32;
  id: usize;
  /** Written: 1 where the law is cut by the bounds. */
  isCut: u32;
  /** The stated value x0. */
  value: f64;
  /** Percent, factor, half-width, or lower end. */
  first: f64;
  /** Mode of a triangular law. */
  mode: f64;
  /** Upper end of a uniform or triangular law. */
  last: f64;
  /** Bounds of the quantity; infinite where there are none. */
  lower: f64;
  upper: f64;
  /** Written by `prepare_variable` from here on. FNV-1a of the id. */
  hash: u64;
  key: u64;
  /** σ of the normal deviate. */
  sigma: f64;
  /** The part [start, start + part) of (0, 1) that the bounds leave. */
  start: f64;
  part: f64;
  mean: f64;
  variance: f64;
}

/** Key, σ, cut, mean and variance of a quantity. A law that its bounds leave nothing of has part <= 0 or NaN. */
export function prepare_variable(v: Variable, seed: u64): void {
  v.hash = fnv(v.id, v.idBytes);
  v.key = key_of(seed, v.hash);
  v.isCut = 0;
  v.start = 0;
  v.part = 1;
  v.sigma = 0;
  v.mean = v.value;
  v.variance = 0;
  if (v.law === SYMMETRIC) {
    v.sigma = v.first / 100 / Z;
    normal_law(v, v.value * v.sigma, (v.lower / v.value - 1) / v.sigma, (v.upper / v.value - 1) / v.sigma);
  } else if (v.law === ABSOLUTE) {
    v.sigma = v.first / Z;
    normal_law(v, v.sigma, (v.lower - v.value) / v.sigma, (v.upper - v.value) / v.sigma);
  } else if (v.law === FACTOR) {
    v.sigma = ln(v.first) / Z;
    lognormal_law(v, deviate(v, v.lower / v.value), deviate(v, v.upper / v.value));
  } else if (v.law === ABSOLUTE_UNIFORM) {
    v.law = UNIFORM;
    const half = v.first;
    v.first = max(v.lower, v.value - half);
    v.last = min(v.upper, v.value + half);
    v.part = v.first < v.last ? 1 : half === 0 && v.first === v.last ? 1 : 0;
  }
  if (v.law === UNIFORM) {
    const width = v.last - v.first;
    v.mean = v.first + width * 0.5;
    v.variance = (width * width) / 12;
  } else if (v.law === TRIANGULAR) {
    const left = v.mode - v.first;
    const right = v.last - v.mode;
    v.mean = v.mode + (right - left) / 3;
    v.variance = (left * left + right * right + left * right) / 18;
  }
}

/** z at which a factor law reaches `share` of its median. */
function deviate(v: Variable, share: f64): f64 {
  if (share <= 0) return -Infinity;
  return share === Infinity ? Infinity : ln(share) / v.sigma;
}

/** Leaves the part of the law between the deviates `a` and `b`, in any order. */
function cut(v: Variable, a: f64, b: f64): void {
  v.isCut = 1;
  v.start = normal(min(a, b));
  v.part = normal(max(a, b)) - v.start;
}

/** Whether bounds change the law. */
function is_bounded(v: Variable): bool {
  if (v.lower === -Infinity && v.upper === Infinity) return false;
  if (v.sigma !== 0 && v.value !== 0) return true;
  if (v.law === ABSOLUTE && v.sigma !== 0) return true;
  // Every draw is the value itself.
  v.part = v.lower <= v.value && v.value <= v.upper ? 1 : 0;
  return false;
}

/** φ(z). */
function density(z: f64): f64 {
  return abs(z) > 30 ? 0 : DENSITY_AT_ZERO * exp(-0.5 * z * z);
}

/** z·φ(z). */
function weighted(z: f64): f64 {
  return abs(z) > 30 ? 0 : z * density(z);
}

/** Mean and variance of a normal law with the standard deviation `spread`, cut between the deviates `a` and `b`. */
function normal_law(v: Variable, spread: f64, a: f64, b: f64): void {
  v.variance = spread * spread;
  if (!is_bounded(v)) return;
  cut(v, a, b);
  const low = min(a, b);
  const high = max(a, b);
  const shift = (density(low) - density(high)) / v.part;
  v.mean = v.value + spread * shift;
  v.variance *= 1 + (weighted(low) - weighted(high)) / v.part - shift * shift;
}

/** Mean and variance of a lognormal law with the median `value`, cut between the deviates `a` and `b`. */
function lognormal_law(v: Variable, a: f64, b: f64): void {
  const s = v.sigma;
  const growth = exp(s * s * 0.5);
  v.mean = v.value * growth;
  v.variance = v.mean * v.mean * (exp(s * s) - 1);
  if (!is_bounded(v)) return;
  cut(v, a, b);
  const low = min(a, b);
  const high = max(a, b);
  const uncut = v.mean;
  v.mean = (uncut * (normal(high - s) - normal(low - s))) / v.part;
  const second = uncut * uncut * exp(s * s) * (normal(high - 2 * s) - normal(low - 2 * s));
  v.variance = second / v.part - v.mean * v.mean;
}
