/**
 * The likelier first: headers of a `;` file often have commas («Добыча угля, т»), not the other way
 * round.
 */
const DELIMITERS = [';', '\t', ','] as const;

/** Lines of a text that show its delimiter. */
const LINES = 20;

/** Excel's first line `sep=;`, which names the delimiter and is not shown to people. */
export function separatorLine(text: string): { delimiter: string; length: number } | undefined {
  const match = /^"?sep=([;,\t|])"?(?:\n|$)/i.exec(text);
  return match?.[1] === undefined ? undefined : { delimiter: match[1], length: match[0].length };
}

/**
 * The delimiter of a text whose lines end with \n: the likeliest that stands, outside quotes, in
 * the first or in most lines.
 */
export function delimiterOf(text: string): string {
  const lines = text
    .replace(/"[^"]*(?:"|$)/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
  const shows = (delimiter: string) =>
    lines[0]?.includes(delimiter) || lines.filter((line) => line.includes(delimiter)).length > lines.length / 2;
  return DELIMITERS.find(shows) ?? ',';
}

/**
 * Row, from 0, in which a quoted cell goes on after its closing quote; undefined where all is well
 * or the last cell is not closed yet. Looked for beforehand, because papaparse takes time that
 * grows with the square of a row full of such quotes.
 */
export function brokenQuote(text: string, delimiter: string): number | undefined {
  if (!text.includes('"')) return undefined;
  let row = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if (close < 0) return undefined;
      at = close + 1;
      while (text[at] !== delimiter && text[at] !== '\n' && text[at]?.trim() === '') at += 1;
      if (at < text.length && text[at] !== delimiter && text[at] !== '\n') return row;
    } else while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
    if (text[at] === '\n') row += 1;
  }
  return undefined;
}

/** Place of the quote that closes the cell which the quote at `open` opens; −1 if there is none. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}
