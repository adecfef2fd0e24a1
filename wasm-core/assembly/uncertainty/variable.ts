// A quantity of a plan: its stated distribution, and values derived from it once before the draws.

import { exp } from './exponential';
import { normal } from './inverse_normal';
import { ln } from './logarithm';
import { fnv, key_of } from './split_mix';

/** Distributions, numbered as in `uncertainty/image.ts`. */
export const FIXED: u32 = 0;
export const SYMMETRIC: u32 = 1;
export const FACTOR: u32 = 2;
export const ABSOLUTE: u32 = 3;
export const UNIFORM: u32 = 4;
export const TRIANGULAR: u32 = 5;
/** Uniform within ± a half-width; converted to UNIFORM. */
export const ABSOLUTE_UNIFORM: u32 = 6;

/** z of the 97.5 % point: half-widths and factors describe a 95 % range. */
export const Z: f64 = reinterpret<f64>(0x3fff5c0331eeff84);

/** 1/√(2π). */
const DENSITY_AT_ZERO: f64 = 0.3989422804014327;

/** 128 bytes; `uncertainty/image.ts` writes it and has the same list. */
@unmanaged
export class Variable {
  law: u32;
  /** Bytes of the id, UTF-8; 0 for a literal or constant, which is never drawn. */
  idBytes: u32;
  id: usize;
  /** Computed: 1 where the bounds truncate the distribution. */
  isCut: u32;
  /** The stated value x0. */
  value: f64;
  /** Percent, factor, half-width, or lower end. */
  first: f64;
  /** Mode of a triangular distribution. */
  mode: f64;
  /** Upper end of a uniform or triangular distribution. */
  last: f64;
  /** Bounds of the quantity; infinite where there are none. */
  lower: f64;
  upper: f64;
  /** Computed by `prepare_variable`, as all following fields. FNV-1a of the id. */
  hash: u64;
  key: u64;
  /** σ of the normal deviate. */
  sigma: f64;
  /** The part [start, start + part) of (0, 1) that is within the bounds. */
  start: f64;
  part: f64;
  mean: f64;
  variance: f64;
}

/**
 * Derives key, σ, cut, mean and variance of a quantity. Where the bounds exclude the whole
 * distribution, part is <= 0 or NaN.
 */
export function prepare_variable(v: Variable, seed: u64): void {
  v.hash = fnv(v.id, v.idBytes);
  v.key = key_of(seed, v.hash);
  v.isCut = 0;
  v.start = 0;
  v.part = 1;
  v.mean = v.value;
  v.variance = 0;
  if (v.law === ABSOLUTE_UNIFORM) {
    v.law = UNIFORM;
    v.last = min(v.upper, v.value + v.first);
    const first = max(v.lower, v.value - v.first);
    v.part = first < v.last || (v.first === 0 && first === v.last) ? 1 : 0;
    v.first = first;
  }
  if (v.law === FIXED) return;
  if (v.law >= UNIFORM) bounded_law(v);
  else normal_law(v);
}

/** Mean and variance of a uniform or triangular distribution. */
function bounded_law(v: Variable): void {
  const width = v.last - v.first;
  v.mean = v.first + width * 0.5;
  v.variance = (width * width) / 12;
  if (v.law === UNIFORM) return;
  const left = v.mode - v.first;
  const right = v.last - v.mode;
  v.mean = v.mode + (right - left) / 3;
  v.variance = (left * left + right * right + left * right) / 18;
}

/** σ, cut, mean and variance of a normal or lognormal distribution. */
function normal_law(v: Variable): void {
  const isFactor = v.law === FACTOR;
  const s = (isFactor ? ln(v.first) : v.law === SYMMETRIC ? v.first / 100 : v.first) / Z;
  const spread = v.law === ABSOLUTE ? s : v.value * s;
  v.sigma = s;
  const growth = isFactor ? exp(s * s) : 1;
  const uncut = v.value * sqrt(growth);
  v.mean = uncut;
  v.variance = isFactor ? uncut * uncut * (growth - 1) : spread * spread;
  if (v.lower === -Infinity && v.upper === Infinity) return;
  if (spread === 0) {
    // Every draw equals the value.
    v.part = v.lower <= v.value && v.value <= v.upper ? 1 : 0;
    return;
  }
  const a = deviate(v, v.lower);
  const b = deviate(v, v.upper);
  const low = min(a, b);
  const high = max(a, b);
  v.isCut = 1;
  v.start = normal(low);
  v.part = normal(high) - v.start;
  if (isFactor) {
    v.mean = (uncut * (normal(high - s) - normal(low - s))) / v.part;
    const second = uncut * uncut * growth * (normal(high - 2 * s) - normal(low - 2 * s));
    v.variance = second / v.part - v.mean * v.mean;
  } else {
    const below = density(low);
    const above = density(high);
    const shift = (below - above) / v.part;
    v.mean = v.value + spread * shift;
    v.variance *= 1 + (weighted(low, below) - weighted(high, above)) / v.part - shift * shift;
  }
}

/** The deviate z at which the distribution reaches `bound`. */
function deviate(v: Variable, bound: f64): f64 {
  if (v.law === ABSOLUTE) return (bound - v.value) / v.sigma;
  const share = bound / v.value;
  if (v.law === SYMMETRIC) return (share - 1) / v.sigma;
  if (share <= 0) return -Infinity;
  return share === Infinity ? share : ln(share) / v.sigma;
}

/** φ(z). */
function density(z: f64): f64 {
  return abs(z) > 30 ? 0 : DENSITY_AT_ZERO * exp(-0.5 * z * z);
}

/** z·φ(z), where φ(z) is `phi`. */
function weighted(z: f64, phi: f64): f64 {
  return phi > 0 ? z * phi : 0;
}
