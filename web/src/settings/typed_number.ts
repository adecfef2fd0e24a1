/** Decimals of a number that `parseDecimal` has accepted: «0,05» has two, «5e-3» three. */
export function decimalsOf(text: string): number {
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e');
  const fraction = mantissa.split(/[.,]/)[1] ?? '';
  return Math.max(0, fraction.length - Number(exponent));
}

/**
 * Why a typed number is refused, where it has more decimals than `allowed`. Nothing is ever cut in
 * silence.
 */
export function tooManyDecimals(text: string, allowed: number): string | undefined {
  if (decimalsOf(text) <= allowed) return undefined;
  const limit = allowed === 0 ? 'Разрешены только целые числа' : `Разрешено знаков после запятой: ${allowed}`;
  return `${limit}. Округлите число или измените предел в разделе «Настройки».`;
}
