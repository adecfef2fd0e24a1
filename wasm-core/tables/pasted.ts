import Papa from 'papaparse';

/**
 * Splits a text pasted from a spreadsheet into cells: tab-separated, one line per row, quotes
 * around cells with tabs or line ends. Blank lines at the end are dropped; texts are trimmed.
 * `parseDecimal` reads the numbers later.
 */
export function splitPasted(text: string): string[][] {
  const plain = withoutLastEnds(text.replace(/\r\n?/g, '\n'));
  if (plain === '') return [];
  // A quote is an ordinary character («6" труба») unless all quotes of the text are balanced.
  const quoted = Papa.parse<string[]>(plain, { delimiter: '\t', newline: '\n' });
  const parsed =
    quoted.errors.length === 0
      ? quoted
      : Papa.parse<string[]>(plain, { delimiter: '\t', newline: '\n', quoteChar: '\u0000' });
  return parsed.data.map((row) => row.map((cell) => cell.trim()));
}

/** A loop, because the pattern `\n+$` is quadratic in the blank lines in the middle of the text. */
function withoutLastEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
