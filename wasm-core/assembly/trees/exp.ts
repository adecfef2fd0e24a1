// e^x in f64, bit-exact with glibc on processors with a fused multiply-add, because LightGBM uses
// it. WebAssembly does not have that instruction. glibc 2.28 and later,
// sysdeps/ieee754/dbl-64/e_exp.c, compiled with contraction (`__exp_fma`).

import { EXP_TABLE } from './exp_table';

const STEPS = 128;
const INV_LN2: f64 = reinterpret<f64>(0x3ff71547652b82fe) * STEPS;
const NEG_LN2_HI: f64 = reinterpret<f64>(0xbf762e42fefa0000);
const NEG_LN2_LO: f64 = reinterpret<f64>(0xbd0cf79abc9e3b3a);
/** 1.5·2^52: adding it leaves the nearest whole number in the low bits. */
const SHIFT: f64 = reinterpret<f64>(0x4338000000000000);
const C2: f64 = reinterpret<f64>(0x3fdffffffffffdbd);
const C3: f64 = reinterpret<f64>(0x3fc555555555543c);
const C4: f64 = reinterpret<f64>(0x3fa55555cf172b91);
const C5: f64 = reinterpret<f64>(0x3f81111167a4d017);
/** 2^27 + 1. */
const SPLITTER: f64 = 134217729;

/**
 * a·b + c, rounded once; |a·b| and |c| well within the range of f64. Exact product by Dekker, sum
 * by rounding to odd: Boldo and Melquiond, IEEE Transactions on Computers 57 (2008) 462, algorithm
 * `Fma-emulation`.
 */
function fma(a: f64, b: f64, c: f64): f64 {
  const product = a * b;
  const aHigh = SPLITTER * a - (SPLITTER * a - a);
  const bHigh = SPLITTER * b - (SPLITTER * b - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  const lost = aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
  const low = c + lost;
  const lowRest = rest(c, lost, low);
  const high = product + low;
  const highRest = rest(product, low, high);
  let odd = lowRest + highRest;
  const oddRest = rest(lowRest, highRest, odd);
  const bits = reinterpret<u64>(odd);
  if (oddRest !== 0 && (bits & 1) === 0) odd = reinterpret<f64>(oddRest > 0 === odd > 0 ? bits + 1 : bits - 1);
  return high + odd;
}

/** a + b minus its rounded `sum`, exactly (Knuth). */
function rest(a: f64, b: f64, sum: f64): f64 {
  const bPart = sum - a;
  return a - (sum - bPart) + (b - bPart);
}

/** e^x, f64. */
export function exp_f64(x: f64): f64 {
  const exponent = <u32>(reinterpret<u64>(x) >> 52) & 0x7ff;
  // |x| < 2^-54.
  if (exponent < 0x3c9) return 1;
  if (exponent >= 0x409) {
    // |x| >= 1024, infinite or NaN.
    if (isNaN(x)) return x;
    return x < 0 ? 0 : Infinity;
  }
  // |x| >= 512.
  if (exponent >= 0x408) return fused(x, true);
  const shifted = INV_LN2 * x + SHIFT;
  const k = reinterpret<u64>(shifted);
  const whole = shifted - SHIFT;
  const r = x + whole * NEG_LN2_HI + whole * NEG_LN2_LO;
  const entry = EXP_TABLE + ((<usize>k & (STEPS - 1)) << 4);
  const scale = reinterpret<f64>(load<u64>(entry, 8) + (k << 45));
  const r2 = r * r;
  const product = scale * (load<f64>(entry) + r + r2 * (C2 + r * C3) + r2 * r2 * (C4 + r * C5));
  const y = scale + product;
  // Fused or not, the sum before its rounding is within 0.02 units of the last place, so the
  // difference matters only near the midpoint of two f64.
  const bits = reinterpret<u64>(y);
  const half = reinterpret<f64>(bits & 0x7ff0000000000000) * reinterpret<f64>(0x3ca0000000000000);
  const lost = product - (y - scale);
  return abs(lost) < 0.95 * half && (bits & 0x000fffffffffffff) !== 0 ? y : fused(x, false);
}

/** e^x for 2^-54 <= |x| < 1024 by the steps of the source, each fused as the compiler fuses it. */
function fused(x: f64, edge: bool): f64 {
  const shifted = fma(INV_LN2, x, SHIFT);
  const k = reinterpret<u64>(shifted);
  const whole = shifted - SHIFT;
  const r = fma(whole, NEG_LN2_LO, fma(whole, NEG_LN2_HI, x));
  const entry = EXP_TABLE + ((<usize>k & (STEPS - 1)) << 4);
  const scale = load<u64>(entry, 8) + (k << 45);
  const r2 = r * r;
  const power = fma(r2 * r2, fma(r, C5, C4), fma(r2, fma(r, C3, C2), load<f64>(entry) + r));
  if (edge) return atTheEdge(power, scale, k);
  return fma(reinterpret<f64>(scale), power, reinterpret<f64>(scale));
}

/**
 * 2^k·(1 + power) where the scale may exceed the range of f64 (|x| >= 512): `specialcase` of the
 * source.
 */
function atTheEdge(power: f64, bits: u64, k: u64): f64 {
  if ((k & 0x80000000) === 0) {
    // k > 0: the scale may be too large by up to 2^460.
    const scale = reinterpret<f64>(bits - (1009 << 52));
    return reinterpret<f64>(0x7f00000000000000) * fma(scale, power, scale);
  }
  const scale = reinterpret<f64>(bits + (1022 << 52));
  // The product is used twice, so the compiler does not fuse it.
  const product = scale * power;
  let y = scale + product;
  if (y < 1) {
    // Rounded to the last place of the subnormal result.
    const low = scale - y + product;
    const high = 1 + y;
    y = high + (1 - high + y + low) - 1;
  }
  return reinterpret<f64>(0x0010000000000000) * y;
}
