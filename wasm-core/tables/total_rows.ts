import { latinLookAlikes } from '../contract/look_alikes.ts';
import { quoted } from '../contract/russian.ts';
import { NAME_LIMIT } from '../contract/text.ts';

/** Rows of totals that a note names. */
const NAMED_ROWS = 10;

const WORDS = plain('итог|итого|итоги|всего|сумма|total|totals|subtotal|sum');
const LEADING = new RegExp(
  `^(?:${plain('общий|общая|всеобщий|промежуточный|grand')})?\\s*(?:${WORDS})(?![\\p{L}\\p{N}"-])`,
  'u',
);
const TRAILING = new RegExp(`[\\s,;:–—](?:${plain('итого|всего')})[\\s.:]*$`, 'u');

/**
 * Whether the name of an object says that its row sums the others up: «Итого», «ВСЕГО по шахтам»,
 * «Сумма», «По компании, итого». A mine that is really called so stands in quotation marks: «Шахта
 * «Итого»», ««Итого»».
 */
export function isTotal(text: string): boolean {
  // A name is no longer, and a longer cell is refused as one.
  if (text.length > NAME_LIMIT) return false;
  const name = plain(text).trim();
  return LEADING.test(name) || TRAILING.test(name);
}

/**
 * What a person must know of the rows of totals that were left out: number of the row and what
 * stands there.
 */
export function totalsNote(rows: readonly (readonly [row: number, text: string])[]): string[] {
  if (rows.length === 0) return [];
  const named = rows.slice(0, NAMED_ROWS).map(([row, text]) => `${row} (${quoted(cut(text))})`);
  const more = rows.length > NAMED_ROWS ? ` и ещё ${rows.length - NAMED_ROWS}` : '';
  return [
    `Строки итогов в расчёт не вошли: ${named.join(', ')}${more}. Если это объект, возьмите его название в кавычки «».`,
  ];
}

function plain(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
  return latinLookAlikes(lower.replace(/[«»'„“”`]/g, '"'));
}

function cut(text: string): string {
  const name = text.trim();
  return name.length > 24 ? `${name.slice(0, 24)}…` : name;
}
