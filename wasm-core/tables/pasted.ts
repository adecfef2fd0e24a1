import Papa from 'papaparse';

/**
 * Cells of what a person pastes from a spreadsheet: tabs between cells, a line a row, quotes around
 * cells that hold either. Blank lines at the end are dropped; texts are trimmed. Numbers are read
 * later, by `parseDecimal`.
 */
export function splitPasted(text: string): string[][] {
  const plain = withoutLastEnds(text.replace(/\r\n?/g, '\n'));
  if (plain === '') return [];
  // A lone quote is a character («6" труба»), unless quotes make sense throughout.
  const quoted = Papa.parse<string[]>(plain, { delimiter: '\t', newline: '\n' });
  const parsed =
    quoted.errors.length === 0
      ? quoted
      : Papa.parse<string[]>(plain, { delimiter: '\t', newline: '\n', quoteChar: '\u0000' });
  return parsed.data.map((row) => row.map((cell) => cell.trim()));
}

/** By hand: the pattern `\n+$` looks again from each of many blank lines in the middle. */
function withoutLastEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
