import { cleanText } from './clean_text.ts';

/** Longest name of a sheet, in UTF-16 units, as in Excel. */
const LENGTH = 31;

/** A name that no workbook may use for a sheet. */
const RESERVED = /^(?:history|журнал)$/i;

/** Makes unique names of sheets: at most 31 characters, none of []:*?/\, no quote at an end. */
export function sheetNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const fit = cleanText(name)
      .replace(/[[\]:*?/\\\s\ufffd]+/g, ' ')
      .replace(/^[' ]+|[' ]+$/g, '');
    const plain = fit === '' || RESERVED.test(fit) ? `Лист ${fit}`.trim() : fit;
    for (let number = 1; ; number++) {
      const unique = shorten(plain, number === 1 ? '' : ` (${number})`);
      if (taken.has(unique.toLowerCase())) continue;
      taken.add(unique.toLowerCase());
      return unique;
    }
  };
}

function shorten(name: string, end: string): string {
  if (name.length + end.length <= LENGTH) return name + end;
  const room = LENGTH - end.length - 1;
  return `${name
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[' ]+$/, '')}…${end}`;
}
