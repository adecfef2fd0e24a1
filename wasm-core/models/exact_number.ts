// Converts decimal text to the nearest f32 in exact arithmetic: the slow path, for numbers that the
// core's scanner leaves to the host.

const FORM = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** Longest number, characters; the libraries write at most 25. */
export const MAX_NUMBER_LENGTH = 512;

/**
 * The f64 nearest to the text of a number; also nan, inf and infinity in any letter case. Undefined
 * if the text is not a number.
 */
export function readF64(text: string): number | undefined {
  if (text.length > MAX_NUMBER_LENGTH) return undefined;
  const word = /^([+-]?)(nan|inf|infinity)$/i.exec(text);
  if (word) return word[2]?.toLowerCase() === 'nan' ? Number.NaN : word[1] === '-' ? -Infinity : Infinity;
  return FORM.test(text) && /\d/.test(text.split(/e/i)[0] ?? '') ? Number(text) : undefined;
}

/**
 * The f32 nearest to the text of a number, ties to even, rounded once. Undefined if the text is not
 * a number.
 */
export function readF32(text: string): number | undefined {
  const double = readF64(text);
  if (double === undefined || !Number.isFinite(double) || double === 0) return double;
  const near = Math.fround(double);
  if (near === double) return near;
  // Double rounding is wrong only if the f64 is the midpoint of two f32: then the text is compared
  // with that midpoint.
  const beyond = neighbour(near, double > near);
  if (!Number.isFinite(near) || !Number.isFinite(beyond) || near + beyond !== double * 2) return near;
  const side = compare(text, double);
  if (side === 0) return near;
  return side > 0 ? Math.max(near, beyond) : Math.min(near, beyond);
}

/** The next f32 above or below a finite one. */
function neighbour(value: number, above: boolean): number {
  const bits = new Int32Array(1);
  const floats = new Float32Array(bits.buffer);
  floats[0] = value;
  if (value === 0) bits[0] = above ? 1 : -0x7fffffff;
  else bits[0] = (bits[0] ?? 0) + (value > 0 === above ? 1 : -1);
  return floats[0] ?? 0;
}

/** Sign of (exact value of the text) - double. */
function compare(text: string, double: number): number {
  const [, sign = '', whole = '', fraction = '', power = '0'] = FORM.exec(text) ?? [];
  let decimal = BigInt(`${whole}${fraction}` || '0') * (sign === '-' ? -1n : 1n);
  const exponent = Number(power) - fraction.length;
  const { mantissa, shift } = binary(double);
  let scaled = mantissa;
  if (exponent > 0) decimal *= 10n ** BigInt(exponent);
  else scaled *= 10n ** BigInt(-exponent);
  if (shift > 0) scaled <<= BigInt(shift);
  else decimal <<= BigInt(-shift);
  return decimal === scaled ? 0 : decimal > scaled ? 1 : -1;
}

/** double = mantissa · 2^shift. */
function binary(double: number): { mantissa: bigint; shift: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: double < 0 ? -mantissa : mantissa, shift: Math.max(exponent, 1) - 1075 };
}
