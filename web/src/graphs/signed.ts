import { formatNumber } from '../format.ts';

/** «+1,5», «−1,5», «0,0»: a difference with its sign, unless it vanishes in the decimals. */
export function signed(value: number, decimals: number): string {
  const text = formatNumber(Math.abs(value), decimals);
  if (!/[1-9]/.test(text)) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}
