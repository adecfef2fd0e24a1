import type { NumberResult } from '#core/calculations/definition.ts';

/**
 * Chosen: a no-break space, as Russian spreadsheets have it; the narrow one all but vanishes at the
 * size of a table.
 */
const THOUSANDS = '\u00a0';

/**
 * Digits of a number that binary arithmetic keeps clean; the noise behind them (13.406700000000003)
 * is not for reading.
 */
const CLEAN_DIGITS = 15;

/**
 * «1 234 567,89»: decimal comma, no-break spaces between thousands, a true minus. `decimals`:
 * exactly so many.
 */
export function formatNumber(value: number, decimals?: number): string {
  const digits =
    decimals === undefined
      ? { maximumSignificantDigits: CLEAN_DIGITS }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('ru-RU', digits).format(value).replace(/\s/g, THOUSANDS).replace('-', '−');
}

/**
 * A number at full precision with a decimal comma, so that it reads back to the same bits and
 * pastes into a Russian Excel.
 */
export function exactText(value: number): string {
  return String(value).replace('.', ',');
}

/** A stored result in the unit that people read. */
export function displayed({ unit, display, decimals }: NumberResult, stored: number) {
  const value = display ? stored / display.divisor : stored;
  return { value, unit: display?.unit ?? unit, text: formatNumber(value, decimals) };
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

const BYTE_UNITS = ['Б', 'КБ', 'МБ', 'ГБ'];

/** «1,5 МБ»: the size of a file, in steps of 1024 as the file managers count. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = Math.round((bytes / 1024 ** step) * 10) / 10;
  return `${formatNumber(value)}${THOUSANDS}${BYTE_UNITS[step]}`;
}

/** «45 %» of a share. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100)}${THOUSANDS}%`;
}
