// Sums that do not depend on the order of their terms: f64 terms in 128-bit fixed point. A term of
// 2⁻⁸ or more is added without rounding, so a file gives the same bits however it is split into
// chunks.

/** A sum counts units of 2⁻⁶⁰ in a signed integer of 128 bits: the low half first. */
export const SUM_BYTES: usize = 16;

const EXPONENT_OF_UNIT: i32 = 1075 - 60;

/**
 * Adds a finite `value` below 2⁶² in magnitude to the sum at `sum`; digits below the unit round
 * half away from 0.
 */
export function add_exact(sum: usize, value: f64): void {
  const bits = reinterpret<u64>(value);
  const exponent = <i32>((bits >> 52) & 0x7ff);
  const shift = exponent - EXPONENT_OF_UNIT;
  if (shift < -53) return;
  const mantissa: u64 = (bits & 0x000f_ffff_ffff_ffff) | 0x0010_0000_0000_0000;
  let low: u64 = 0;
  let high: u64 = 0;
  if (shift <= 0) low = shift === 0 ? mantissa : (mantissa + ((<u64>1) << (-shift - 1))) >> -shift;
  else if (shift < 64) {
    low = mantissa << shift;
    high = mantissa >> (64 - shift);
  } else high = mantissa << (shift - 64);
  if (bits >> 63) {
    low = ~low + 1;
    high = ~high + u64(low === 0);
  }
  add_halves(sum, low, high);
}

/** Adds the sum at `other` to the sum at `sum`. */
export function add_sum(sum: usize, other: usize): void {
  add_halves(sum, load<u64>(other), load<u64>(other, 8));
}

function add_halves(sum: usize, low: u64, high: u64): void {
  const lower = load<u64>(sum) + low;
  store<u64>(sum, lower);
  store<u64>(sum, load<u64>(sum, 8) + high + u64(lower < low), 8);
}

/** The sum at `sum` as the nearest f64. */
export function exact_value(sum: usize): f64 {
  let low = load<u64>(sum);
  let high = load<u64>(sum, 8);
  const negative = <i64>high < 0;
  if (negative) {
    low = ~low + 1;
    high = ~high + u64(low === 0);
  }
  let magnitude: f64 = <f64>low;
  let exponent = -60;
  if (high !== 0) {
    const zeros = clz(high);
    const top = zeros === 0 ? high : (high << zeros) | (low >> (64 - zeros));
    // The bits below the 64 leading ones only decide ties.
    magnitude = <f64>(top | u64(low << zeros !== 0));
    exponent += 64 - <i32>zeros;
  }
  const scaled = magnitude * reinterpret<f64>((<u64>(exponent + 1023)) << 52);
  return negative ? -scaled : scaled;
}
