/**
 * Candidates in order of preference: headers of a `;` file often contain commas («Добыча угля, т»),
 * those of a comma-separated file rarely contain `;`.
 */
const DELIMITERS = [';', '\t', ','] as const;

/** Lines from which the delimiter is detected. */
const LINES = 20;

/** Excel's first line `sep=;`, which names the delimiter and is not data. */
export function separatorLine(text: string): { delimiter: string; length: number } | undefined {
  const match = /^"?sep=([;,\t|])"?(?:\n|$)/i.exec(text);
  return match?.[1] === undefined ? undefined : { delimiter: match[1], length: match[0].length };
}

/**
 * Detects the delimiter of a text whose lines end with \n: the first candidate that occurs outside
 * quotes in the first line or in most lines.
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
 * Finds the row, from 0, with text after the closing quote of a cell; undefined if there is none or
 * the last cell is not closed yet. The check precedes papaparse, whose time is quadratic in the
 * length of a row of such quotes.
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

/** Index of the quote that closes the cell opened by the quote at `open`; −1 if there is none. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}
