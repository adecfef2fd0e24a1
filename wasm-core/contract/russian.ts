const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 6 });
const plurals = new Intl.PluralRules('ru-RU');

/** A number for a message: «1 234,5». */
export function russianNumber(value: number): string {
  return numbers.format(value);
}

/** A count with its noun: `counted(2, 'ошибка', 'ошибки', 'ошибок')` is «2 ошибки». */
export function counted(count: number, one: string, few: string, many: string): string {
  const form = plurals.select(count);
  return `${russianNumber(count)} ${form === 'one' ? one : form === 'few' ? few : many}`;
}

/** Ends a sentence with one full stop; a unit may already end with one («% об.»). */
export function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** Text of a file or a user for a message: on one line, truncated, in quotes. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `«${line.length > 50 ? `${line.slice(0, 50)}…` : line}»`;
}
