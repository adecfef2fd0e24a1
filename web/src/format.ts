import type { NumberResult } from '#core/calculations/definition.ts';

const NARROW_SPACE = '\u202f';

/** «1 234 567,89»: decimal comma, narrow no-break spaces between thousands, a true minus. */
export function formatNumber(value: number, decimals: { min?: number; max?: number } = {}): string {
  const { min = 0, max = Math.max(min, 15) } = decimals;
  return new Intl.NumberFormat('ru-RU', { minimumFractionDigits: min, maximumFractionDigits: max })
    .format(value)
    .replace(/\s/g, NARROW_SPACE)
    .replace('-', '−');
}

/** A number at full precision with a decimal comma, so that it reads back to the same bits and pastes into a Russian Excel. */
export function exactText(value: number): string {
  return String(value).replace('.', ',');
}

/** A stored result in the unit that people read. */
export function displayed({ unit, display, decimals }: NumberResult, stored: number) {
  const value = display ? stored / display.divisor : stored;
  return { value, unit: display?.unit ?? unit, text: formatNumber(value, { min: decimals, max: decimals }) };
}

/** yyyy-MM-dd of an instant, in the time zone of the reader. */
export function formatDay(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** yyyy-MM-dd HH:mm of an instant, in the time zone of the reader. */
export function formatMoment(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${formatDay(instant)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Cuts a long text and marks the cut; the whole text belongs into a title beside it. */
export function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`;
}

/** First characters of a hash, enough to compare by eye. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}
