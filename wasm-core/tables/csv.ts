import Papa from 'papaparse';
import { russianNumber } from '../contract/russian.ts';
import { columnLetters, isBlank, type Row, type RowBatch, type SheetRows } from './cell.ts';
import { brokenQuote, delimiterOf, separatorLine } from './delimiter.ts';
import { textPieces } from './encoding.ts';
import { MAX_COLUMNS, MAX_LINE_LENGTH, MAX_ROWS } from './limits.ts';
import { TableStop, tooManyRows } from './refused.ts';

/**
 * Characters from which the delimiter is detected: many lines, even with titles above the header.
 */
const SAMPLE_LENGTH = 65_536;

const LINE_END = 10;
const MAX_LINES = 2 * MAX_ROWS;

/**
 * papaparse's parser for one piece of text. It omits the last row, which the next piece may
 * continue.
 */
interface PieceParser {
  parse(text: string, baseIndex: number, ignoreLastRow: boolean): Papa.ParseResult<string[]>;
}

/** Reads the rows of a csv file. */
export function csvRows(bytes: Uint8Array): SheetRows {
  if (hasTooManyLines(bytes)) throw tooManyRows();
  return { notes: [], batches: csvBatches(bytes) };
}

/**
 * Whether a file has more than twice the allowed lines, so that it is refused before it is parsed.
 */
function hasTooManyLines(bytes: Uint8Array): boolean {
  let lines = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_END) lines += 1;
  return lines > MAX_LINES;
}

function* csvBatches(bytes: Uint8Array): Generator<RowBatch> {
  let carry = '';
  let parser: PieceParser | undefined;
  let delimiter = '';
  let number = 0;
  // A row that a piece does not end is parsed again with later pieces, only when its text has
  // doubled: otherwise the time would be quadratic in its length.
  let unfinished = 0;
  for (const { text, share } of withPlainLineEnds(textPieces(bytes))) {
    carry += text;
    if (share < 1 && carry.length < (parser ? 2 * unfinished : SAMPLE_LENGTH)) continue;
    if (!parser) {
      const separator = separatorLine(carry);
      carry = carry.slice(separator?.length ?? 0);
      delimiter = separator?.delimiter ?? delimiterOf(carry.slice(0, SAMPLE_LENGTH));
      parser = pieceParser(delimiter);
    }
    const broken = brokenQuote(carry, delimiter);
    if (broken !== undefined) throw brokenQuotes(number + broken + 1);
    const { data, errors, meta } = parser.parse(carry, 0, share < 1);
    // papaparse reports a quote at the end of a piece as misplaced, because it does not see the
    // next piece; brokenQuote makes that check instead.
    if (errors.some(({ code }) => code === 'MissingQuotes')) throw brokenQuotes(number + data.length);
    carry = share < 1 ? carry.slice(meta.cursor) : '';
    unfinished = carry.length;
    const rows = data.map((cells): Row => {
      number += 1;
      if (cells.length <= MAX_COLUMNS) return { number, cells };
      refuseColumns(cells, number);
      return { number, cells: cells.slice(0, MAX_COLUMNS) };
    });
    if (carry.length > MAX_LINE_LENGTH) {
      refuseColumns(parser.parse(carry, 0, false).data[0] ?? [], number + 1);
      throw longRow(number + 1);
    }
    yield { rows, share };
  }
}

function pieceParser(delimiter: string): PieceParser {
  return new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' }) as unknown as PieceParser;
}

/**
 * Normalises line ends to \n, also across pieces, and drops the byte order mark.
 */
function* withPlainLineEnds(pieces: Iterable<{ text: string; share: number }>) {
  let carried = '';
  for (const { text, share } of pieces) {
    const joined = carried + text;
    carried = share < 1 && joined.endsWith('\r') ? '\r' : '';
    const whole = carried === '' ? joined : joined.slice(0, -1);
    yield { text: whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole, share };
  }
}

function brokenQuotes(row: number): TableStop {
  const message = 'Кавычка не закрыта или стоит посреди значения. Закройте её или удвойте внутри значения.';
  return new TableStop(400, 'broken_quotes', `Строка ${russianNumber(row)}: ${message}`, [{ row, message }]);
}

function longRow(row: number): TableStop {
  const message = `Строка длиннее ${russianNumber(MAX_LINE_LENGTH)} символов: проверьте кавычки и переводы строк.`;
  return new TableStop(413, 'too_large', `Строка ${russianNumber(row)}. ${message}`, [{ row, message }]);
}

/**
 * Refuses too many columns. Some programs end lines with hundreds of delimiters: only filled cells
 * count.
 */
function refuseColumns(cells: readonly string[], row: number): void {
  if (cells.slice(MAX_COLUMNS).every(isBlank)) return;
  const message = `Столбцов больше ${MAX_COLUMNS}. Оставьте столбцы таблицы, остальные удалите.`;
  throw new TableStop(413, 'too_large', message, [{ row, column: columnLetters(MAX_COLUMNS), message }]);
}
