import Papa from 'papaparse';
import { russianNumber } from '../contract/russian.ts';
import { columnLetters, isBlank, type Row, type RowBatch, type SheetRows } from './cell.ts';
import { brokenQuote, delimiterOf, separatorLine } from './delimiter.ts';
import { textPieces } from './encoding.ts';
import { MAX_COLUMNS, MAX_LINE_LENGTH, MAX_ROWS } from './limits.ts';
import { TableStop, tooManyRows } from './refused.ts';

/** Text that shows the delimiter: many lines, whatever stands above the header. */
const SAMPLE_LENGTH = 65_536;

const LINE_END = 10;
const MAX_LINES = 2 * MAX_ROWS;

/**
 * The parser of papaparse for one piece of text: leaves the last row, which the next piece may
 * continue.
 */
interface PieceParser {
  parse(text: string, baseIndex: number, ignoreLastRow: boolean): Papa.ParseResult<string[]>;
}

/** Rows of a csv. */
export function csvRows(bytes: Uint8Array): SheetRows {
  if (hasTooManyLines(bytes)) throw tooManyRows();
  return { notes: [], batches: csvBatches(bytes) };
}

/**
 * A file far beyond the limit is refused before it is read: even if half of its lines were blank,
 * the others are too many.
 */
function hasTooManyLines(bytes: Uint8Array): boolean {
  let lines = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_END) lines += 1;
  return lines > MAX_LINES;
}

function* csvBatches(bytes: Uint8Array): Generator<RowBatch> {
  let rest = '';
  let parser: PieceParser | undefined;
  let delimiter = '';
  let number = 0;
  // A row that a piece does not end is read again with the next ones: only when twice as much of it
  // is there, or it would take time that grows with the square of its length.
  let unfinished = 0;
  for (const { text, share } of withPlainLineEnds(textPieces(bytes))) {
    rest += text;
    if (share < 1 && rest.length < (parser ? 2 * unfinished : SAMPLE_LENGTH)) continue;
    if (!parser) {
      const separator = separatorLine(rest);
      rest = rest.slice(separator?.length ?? 0);
      delimiter = separator?.delimiter ?? delimiterOf(rest.slice(0, SAMPLE_LENGTH));
      parser = pieceParser(delimiter);
    }
    const broken = brokenQuote(rest, delimiter);
    if (broken !== undefined) throw brokenQuotes(number + broken + 1);
    const { data, errors, meta } = parser.parse(rest, 0, share < 1);
    // A quote at the end of a piece looks misplaced to papaparse while the next piece is not there;
    // brokenQuote knows better.
    if (errors.some(({ code }) => code === 'MissingQuotes')) throw brokenQuotes(number + data.length);
    rest = share < 1 ? rest.slice(meta.cursor) : '';
    unfinished = rest.length;
    const rows = data.map((cells): Row => {
      number += 1;
      if (cells.length <= MAX_COLUMNS) return { number, cells };
      refuseColumns(cells, number);
      return { number, cells: cells.slice(0, MAX_COLUMNS) };
    });
    if (rest.length > MAX_LINE_LENGTH) {
      refuseColumns(parser.parse(rest, 0, false).data[0] ?? [], number + 1);
      throw longRow(number + 1);
    }
    yield { rows, share };
  }
}

function pieceParser(delimiter: string): PieceParser {
  return new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' }) as unknown as PieceParser;
}

/**
 * Turns every end of a line into \n, wherever the pieces are cut; and drops the mark of the byte
 * order.
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

/** Programs may end each line with hundreds of delimiters; only cells that hold something count. */
function refuseColumns(cells: readonly string[], row: number): void {
  if (cells.slice(MAX_COLUMNS).every(isBlank)) return;
  const message = `Столбцов больше ${MAX_COLUMNS}. Оставьте столбцы таблицы, остальные удалите.`;
  throw new TableStop(413, 'too_large', message, [{ row, column: columnLetters(MAX_COLUMNS), message }]);
}
