import { MAX_FORMAT_LENGTH } from './limits.ts';

/** How a number of a cell is shown. */
export type NumberLook = 'number' | 'date' | 'percent';

/** Signs that make the next one stand for itself, or for a space of its width, or fill the cell. */
const ESCAPES = '\\_*';

/**
 * Codes in brackets that count hours, minutes or seconds beyond a day; all others name colours,
 * conditions, currencies.
 */
const ELAPSED = /^(?:h+|m+|s+)$/i;

/**
 * What a format code makes of a number: «ДД.ММ.ГГГГ» is stored as dd.mm.yyyy in every language.
 * Read sign by sign, no further than MAX_FORMAT_LENGTH: a pattern that looks for the closing
 * bracket of each opening one takes time that grows with its square.
 */
export function lookOf(formatCode: string): NumberLook {
  const code = formatCode.slice(0, MAX_FORMAT_LENGTH);
  let bare = '';
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] ?? '';
    const close = sign === '"' ? code.indexOf('"', at + 1) : sign === '[' ? code.indexOf(']', at + 1) : -1;
    if (close >= 0) {
      const inside = code.slice(at + 1, close);
      if (sign === '[' && ELAPSED.test(inside)) bare += inside;
      at = close;
    } else if (ESCAPES.includes(sign)) at += 1;
    else bare += sign;
  }
  bare = bare.replace(/general|standard/gi, '');
  if (/[dmyhs]/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}
