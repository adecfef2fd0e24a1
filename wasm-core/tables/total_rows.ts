import { latinLookAlikes } from '../contract/look_alikes.ts';
import { quoted } from '../contract/russian.ts';
import { NAME_LIMIT } from '../contract/text.ts';

/** Most rows of totals that a note names. */
const NAMED_ROWS = 10;

const WORDS = plain('итог|итого|итоги|всего|сумма|total|totals|subtotal|sum');
const LEADING = new RegExp(
  `^(?:${plain('общий|общая|всеобщий|промежуточный|grand')})?\\s*(?:${WORDS})(?![\\p{L}\\p{N}"-])`,
  'u',
);
const TRAILING = new RegExp(`[\\s,;:–—](?:${plain('итого|всего')})[\\s.:]*$`, 'u');

/**
 * Whether the name of an object marks a row of totals: «Итого», «ВСЕГО по шахтам», «Сумма», «По
 * компании, итого». A mine with such a name is written in quotation marks: «Шахта «Итого»»,
 * ««Итого»».
 */
export function isTotal(text: string): boolean {
  // A longer text is refused as a name anyway.
  if (text.length > NAME_LIMIT) return false;
  const name = plain(text).trim();
  return LEADING.test(name) || TRAILING.test(name);
}

/**
 * The note on omitted rows of totals: row numbers and their texts.
 */
export function totalsNote(rows: readonly (readonly [row: number, text: string])[]): string[] {
  if (rows.length === 0) return [];
  const named = rows.slice(0, NAMED_ROWS).map(([row, text]) => `${row} (${quoted(truncated(text))})`);
  const more = rows.length > NAMED_ROWS ? ` и ещё ${rows.length - NAMED_ROWS}` : '';
  return [
    `Строки итогов в расчёт не вошли: ${named.join(', ')}${more}. Если это объект, возьмите его название в кавычки «».`,
  ];
}

function plain(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
  return latinLookAlikes(lower.replace(/[«»'„“”`]/g, '"'));
}

function truncated(text: string): string {
  const name = text.trim();
  return name.length > 24 ? `${name.slice(0, 24)}…` : name;
}
