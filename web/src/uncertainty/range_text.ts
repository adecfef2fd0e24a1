import type { TotalUncertainty } from '#core/contract/uncertainty_schema.ts';
import { formatNumber } from '../format.ts';

const signed = (percent: number) => `${percent > 0 ? '+' : ''}${formatNumber(percent, 1)} %`;

/** The range beside a total: «от 150 800 до 603 000 т CO₂-экв. (−50,0 % … +100,0 %)»; what is not stated is not ± 0. */
export function rangeText({ range, note }: Pick<TotalUncertainty, 'range' | 'note'>): string {
  if (!range) return note ?? 'неопределённость не задана';
  const { low, high, low_percent, high_percent } = range;
  const ends = `от ${formatNumber(low, 0)} до ${formatNumber(high, 0)} т CO₂-экв.`;
  if (low_percent === null || high_percent === null) return ends;
  return `${ends} (${signed(low_percent)} … ${signed(high_percent)})`;
}

/** The trend in words: «снизились на 12 %, с вероятностью 95 % — от −21,0 % до −3,0 %». */
export function trendText(change: number, low: number, high: number): string {
  const way = change < 0 ? 'снизились' : 'выросли';
  return `${way} на ${formatNumber(Math.abs(change), 1)} %; с вероятностью 95 % изменение — от ${signed(low)} до ${signed(high)}`;
}
