// A decimal number of a model file to the nearest f64 or f32, correctly rounded. D. Lemire, "Number
// Parsing at a Gigabyte per Second", Software: Practice and Experience 51 (2021), algorithm 1. What
// it cannot decide is left to the host: `HARD`.

/** Outcomes of the last number. */
export const READ: u32 = 0;
/** A number that requires the host's exact arithmetic; it is between the old and the new cursor. */
export const HARD: u32 = 1;
export const NOT_A_NUMBER: u32 = 2;

/** Range of the table of powers of five: 10^-60 to 10^40. */
const LOWEST: i32 = -60;
const HIGHEST: i32 = 40;

// u64 high, u64 low of the normalised 128-bit power 5^q, filled by the host
// (`models/powers_of_five.ts`).
const powers: usize = memory.data(101 * 16, 16);

/** Address of the table of powers of five. */
export function powers_ptr(): usize {
  return powers;
}

const TENS: StaticArray<f64> = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

export let cursor: usize = 0;
export let outcome: u32 = READ;

export function moveTo(at: usize): void {
  cursor = at;
}

/** High 64 bits of a·b; the low ones are the wrapping product. */
function high(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const a1 = a >> 32;
  const b0 = b & 0xffffffff;
  const b1 = b >> 32;
  const t = a1 * b0 + ((a0 * b0) >> 32);
  const u = a0 * b1 + (t & 0xffffffff);
  return a1 * b1 + (t >> 32) + (u >> 32);
}

/**
 * w·10^q, rounded to nearest even; sets `outcome` to HARD where 128 bits of 5^q do not decide the
 * rounding. w > 0.
 */
function scale(w: u64, q: i32): f64 {
  if (w <= 1 << 53 && q >= -22 && q <= 22) {
    const exact = <f64>w;
    return q < 0 ? exact / unchecked(TENS[-q]) : exact * unchecked(TENS[q]);
  }
  if (q < LOWEST || q > HIGHEST) {
    outcome = HARD;
    return 0;
  }
  const zeros = <i32>clz(w);
  const m = w << zeros;
  const power = powers + ((q - LOWEST) << 4);
  const first = load<u64>(power);
  let lower = m * first;
  let upper = high(m, first);
  if ((upper & 0x1ff) === 0x1ff) {
    const second = high(m, load<u64>(power, 8));
    lower += second;
    if (second > lower) upper++;
    if (lower === 0xffffffffffffffff) {
      outcome = HARD;
      return 0;
    }
  }
  const top = <i32>(upper >> 63);
  let mantissa = upper >> (top + 9);
  let exponent = ((217706 * q) >> 16) + 63 + top - zeros + 1023;
  // The range of the table excludes subnormal and infinite results.
  if (lower <= 1 && q >= -4 && q <= 23 && (mantissa & 3) === 1 && mantissa << (top + 9) === upper) mantissa &= ~1;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >= 1 << 53) {
    mantissa = 1 << 52;
    exponent++;
  }
  return reinterpret<f64>((mantissa & 0xfffffffffffff) | ((<u64>exponent) << 52));
}

/** Parses nan, inf, infinity in any letter case at the cursor. */
function word(end: usize): f64 {
  const left = end - cursor;
  const start = left >= 3 ? load<u16>(cursor) | ((<u32>load<u8>(cursor, 2)) << 16) | 0x202020 : 0;
  if (start === 0x6e616e) {
    cursor += 3;
    return NaN;
  }
  if (start === 0x666e69) {
    cursor += left >= 8 && (load<u64>(cursor) | 0x2020202020202020) === 0x7974696e69666e69 ? 8 : 3;
    return Infinity;
  }
  outcome = NOT_A_NUMBER;
  return 0;
}

/** Skips the leading zeros of a number. */
function leadingZeros(at: usize): usize {
  let zeros: usize = 0;
  for (; load<u8>(at) === 0x30 || load<u8>(at) === 0x2e; at++) zeros += usize(load<u8>(at) === 0x30);
  return zeros;
}

/** Parses the number at the cursor as f64 and moves the cursor after it. Sets `outcome`. */
export function decimal(end: usize): f64 {
  outcome = READ;
  let at = cursor;
  let c: u32 = at < end ? load<u8>(at) : 0;
  const negative = c === 0x2d;
  if (negative || c === 0x2b) c = ++at < end ? load<u8>(at) : 0;
  if (c - 0x30 > 9 && c !== 0x2e) {
    cursor = at;
    const value = word(end);
    return negative ? -value : value;
  }
  let w: u64 = 0;
  const from = at;
  for (; at < end; at++) {
    c = <u32>load<u8>(at) - 0x30;
    if (c > 9) break;
    w = w * 10 + c;
  }
  let digits = at - from;
  let exponent: i32 = 0;
  if (at < end && load<u8>(at) === 0x2e) {
    const point = ++at;
    for (; at < end; at++) {
      c = <u32>load<u8>(at) - 0x30;
      if (c > 9) break;
      w = w * 10 + c;
    }
    exponent = <i32>point - <i32>at;
    digits += at - point;
  }
  if (digits === 0) {
    outcome = NOT_A_NUMBER;
    return 0;
  }
  // w is exact for 19 digits; leading zeros do not count.
  const overlong = digits > 19 && digits - leadingZeros(from) > 19;
  if (at < end && (load<u8>(at) | 0x20) === 0x65) {
    at++;
    c = at < end ? load<u8>(at) : 0;
    const down = c === 0x2d;
    if (down || c === 0x2b) at++;
    const first = at;
    let power: i32 = 0;
    for (; at < end && <u32>load<u8>(at) - 0x30 <= 9; at++) {
      if (power < 100000) power = power * 10 + (<i32>load<u8>(at) - 0x30);
    }
    if (at === first) {
      outcome = NOT_A_NUMBER;
      return 0;
    }
    exponent += down ? -power : power;
  }
  cursor = at;
  if (overlong) {
    outcome = HARD;
    return 0;
  }
  const value = w === 0 ? 0.0 : scale(w, exponent);
  return negative ? -value : value;
}

/**
 * Parses the number at the cursor, rounded once to f32. Rounding through f64 is wrong only where
 * the f64 is a midpoint of two f32.
 */
export function decimalF32(end: usize): f32 {
  const value = decimal(end);
  const bits = reinterpret<u64>(value) & 0x7fffffffffffffff;
  // Midpoints of normal f32. Those of subnormal ones (below 2^-126) have other bits, so all of
  // these are HARD.
  if (outcome === READ && ((bits & 0x1fffffff) === 0x10000000 || (bits < 0x3810000000000000 && bits !== 0)))
    outcome = HARD;
  return <f32>value;
}
