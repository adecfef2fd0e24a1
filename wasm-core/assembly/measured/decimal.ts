// Decimal text → f64, correctly rounded for up to 18 significant digits and 19 decimals. Works on
// bytes, never on strings.

/** Kinds of a cell. */
export const NUMBER: i32 = 0;
/** Nothing, or text for a missing value: «н/д», NaN, «Обрыв». */
export const MISSING: i32 = 1;
/** Digits that do not form one number: «1 234», «0,5 %», «12:30». */
export const NOT_A_NUMBER: i32 = 2;

/** The number of the last call of `read_decimal` that returned NUMBER. */
export let decimal_value: f64 = 0;

const MARK_POINT: i32 = 0x2e;
const MOST_DIGITS: i32 = 18;
const EXACT_INTEGERS: u64 = 1 << 53;

/** 10⁰ … 10²², exact in f64. */
const POWERS: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]);

/** 10 to the power of `exponent`, 0 … 22. */
export function power_of_ten(exponent: i32): f64 {
  return load<f64>(POWERS + ((<usize>exponent) << 3));
}

function isDigit(byte: i32): bool {
  return <u32>(byte - 0x30) < 10;
}

/**
 * Reads the bytes [from, to) as a number; `mark` is a decimal separator besides the point, 0 for
 * none.
 */
export function read_decimal(from: usize, to: usize, mark: i32): i32 {
  while (from < to && isSpace(load<u8>(from))) from++;
  while (from < to && isSpace(load<u8>(to - 1))) to--;
  if (from === to) return MISSING;
  let at = from;
  const first = <i32>load<u8>(at);
  const negative = first === 0x2d;
  if (negative || first === 0x2b) at++;
  let mantissa: u64 = 0;
  let digits = 0;
  let exponent = 0;
  let seen = 0;
  let afterMark = false;
  for (; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (isDigit(byte)) {
      seen++;
      if (digits < MOST_DIGITS) {
        mantissa = mantissa * 10 + <u64>(byte - 0x30);
        if (mantissa !== 0) digits++;
        exponent -= i32(afterMark);
      } else exponent += i32(!afterMark);
    } else if (!afterMark && (byte === MARK_POINT || (mark !== 0 && byte === mark))) afterMark = true;
    else break;
  }
  if (seen > 0 && at < to && (load<u8>(at) | 0x20) === 0x65) {
    const power = readExponent(at + 1, to);
    if (power === i32.MIN_VALUE) return NOT_A_NUMBER;
    exponent += power;
    at = to;
  }
  if (seen === 0 || at < to) return hasNumber(from, to) ? NOT_A_NUMBER : MISSING;
  const magnitude = scaled(mantissa, exponent);
  if (!(magnitude <= f64.MAX_VALUE)) return NOT_A_NUMBER;
  decimal_value = negative ? -magnitude : magnitude;
  return NUMBER;
}

/**
 * Whether a byte is a space, a tab, the no-break space of windows-1251 or either byte of that of
 * UTF-8.
 */
export function isSpace(byte: i32): bool {
  return byte === 0x20 || byte === 0x09 || byte === 0xa0 || byte === 0xc2;
}

function readExponent(at: usize, to: usize): i32 {
  let negative = false;
  if (at < to && (load<u8>(at) === 0x2d || load<u8>(at) === 0x2b)) negative = load<u8>(at++) === 0x2d;
  if (at === to || to - at > 3) return i32.MIN_VALUE;
  let power = 0;
  for (; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (!isDigit(byte)) return i32.MIN_VALUE;
    power = power * 10 + byte - 0x30;
  }
  return negative ? -power : power;
}

/**
 * Whether the bytes contain a digit; a «#» marks an error code such as 1.#QNAN, which does not
 * count.
 */
function hasNumber(from: usize, to: usize): bool {
  let found = false;
  for (; from < to; from++) {
    const byte = <i32>load<u8>(from);
    if (byte === 0x23) return false;
    found = found || isDigit(byte);
  }
  return found;
}

function scaled(mantissa: u64, exponent: i32): f64 {
  if (mantissa === 0) return 0;
  if (mantissa <= EXACT_INTEGERS && exponent >= -22 && exponent <= 22) {
    return exponent < 0 ? <f64>mantissa / power_of_ten(-exponent) : <f64>mantissa * power_of_ten(exponent);
  }
  if (exponent < 0) {
    const decimals = min(-exponent, 19);
    let value = quotient(mantissa, decimals);
    for (let rest = -exponent - decimals; rest > 0; rest -= 22) value /= power_of_ten(min(rest, 22));
    return value;
  }
  let value = <f64>mantissa;
  for (let rest = exponent; rest > 0; rest -= 22) value *= power_of_ten(min(rest, 22));
  return value;
}

/**
 * mantissa / 10^decimals, rounded once: the 64 leading bits of the quotient, the last one set if
 * the remainder is not 0.
 */
function quotient(mantissa: u64, decimals: i32): f64 {
  let divisor: u64 = 1;
  for (let power = 0; power < decimals; power++) divisor *= 10;
  let bits = mantissa / divisor;
  let rest = mantissa % divisor;
  let exponent = 0;
  while (rest !== 0 && bits >> 63 === 0) {
    const carried = rest >> 63;
    rest <<= 1;
    bits <<= 1;
    exponent--;
    if (carried || rest >= divisor) {
      rest -= divisor;
      bits |= 1;
    }
  }
  return <f64>(bits | u64(rest !== 0)) * reinterpret<f64>((<u64>(exponent + 1023)) << 52);
}
