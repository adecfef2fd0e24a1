import { MAX_FORMAT_LENGTH } from './limits.ts';

/** Kind of a cell's number format. */
export type NumberFormatKind = 'number' | 'date' | 'percent';

/**
 * Characters that escape the next one, replace it by a space of its width or repeat it to fill the
 * cell.
 */
const ESCAPES = '\\_*';

/**
 * Bracketed codes of elapsed hours, minutes or seconds; other brackets have colours, conditions or
 * currencies.
 */
const ELAPSED = /^(?:h+|m+|s+)$/i;

/**
 * Kind of a format code: «ДД.ММ.ГГГГ» is stored as dd.mm.yyyy in every language. The code is
 * scanned up to MAX_FORMAT_LENGTH; a regular expression that matches brackets would take quadratic
 * time.
 */
export function formatKindOf(formatCode: string): NumberFormatKind {
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
