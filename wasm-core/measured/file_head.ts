import Papa from 'papaparse';
import { counted, quoted, russianNumber } from '../contract/russian.ts';
import { delimiterOf, separatorLine } from '../tables/delimiter.ts';
import { type ColumnName, MeasureRefused, type SeriesMapping } from './mapping.ts';

/** Bytes at the beginning of a file that show how it is written. */
export const HEAD_BYTES = 1024 * 1024;

/** Lines above the header at most: names of the mine, of the report. */
const MOST_LINES_ABOVE = 50;

const NEWLINE = 10;

/** How a file is written: its bytes are those of the core where it is not UTF-16. */
export type TextEncoding = 'utf-8' | 'windows-1251' | 'utf-16le' | 'utf-16be';

/** What the beginning of a file shows. */
export interface FileHead {
  readonly delimiter: string;
  /** Numbers of the columns, from 0. */
  readonly columns: ReadonlyMap<ColumnName, number>;
  /** Headers by column; empty where the file has none. */
  readonly headers: readonly string[];
  /** Where the first row begins: bytes from the start of the file, and its line from 1. */
  readonly dataStart: number;
  readonly dataLine: number;
  /** Cells of the first row. */
  readonly firstRow: readonly string[];
}

/** The encoding that the first bytes show: its mark, zeros of UTF-16, or text that is not UTF-8. */
export function textEncodingOf(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = head.subarray(0, 4096);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd > sample.length / 4) return odd > even ? 'utf-16le' : 'utf-16be';
  if (even + odd > 0) {
    throw new MeasureRefused('Это не таблица показаний: внутри двоичные данные. Сохраните её как CSV и передайте CSV.');
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1251';
  }
}

/** Reads the beginning of a file whose bytes are UTF-8 or windows-1251. Throws MeasureRefused. */
export function readFileHead(head: Uint8Array, encoding: TextEncoding, mapping: SeriesMapping): FileHead {
  const lines = headLines(head, encoding === 'windows-1251' ? encoding : 'utf-8');
  if (lines.every(({ text }) => text.trim() === '')) throw new MeasureRefused('Файл показаний пуст.');
  const separator = separatorLine(`${lines[0]?.text}\n`);
  const sample = lines
    .slice(separator ? 1 : 0, MOST_LINES_ABOVE)
    .map(({ text }) => `${text}\n`)
    .join('');
  const delimiter = mapping.delimiter ?? separator?.delimiter ?? delimiterOf(sample);
  const rows = lines.map(({ text, ...place }) => ({ ...place, cells: cellsOf(text, delimiter) }));
  if (separator) rows.shift();
  const names = namesOf(mapping);
  const texts = names.filter((name) => typeof name === 'string');
  const header = texts.length > 0 ? headerOf(rows, texts) : undefined;
  const first = header === undefined ? firstRowOf(rows, names, mapping) : header + 1;
  while (rows[first]?.cells.every((cell) => cell.trim() === '')) rows.splice(first, 1);
  const row = rows[first];
  if (!row) throw new MeasureRefused('В файле нет ни одной строки показаний под заголовками.');
  const headers = (header === undefined ? [] : (rows[header]?.cells ?? [])).map((cell) => cell.trim());
  if (delimiter === ',' && header !== undefined) refuseExtraCells(rows.slice(first), headers.length);
  // People count columns from 1; a mapping that names column 0 counts from it.
  const base = names.includes(0) ? 0 : 1;
  const columns = new Map(
    names.map((name) => [name, typeof name === 'number' ? name - base : columnOf(headers, name)] as const),
  );
  return { delimiter, columns, headers, dataStart: row.start, dataLine: row.line, firstRow: row.cells };
}

/** Refuses rows with more cells than headers: decimal commas without quotes have moved the cells of such a row to the right. */
function refuseExtraCells(
  rows: readonly { readonly cells: readonly string[]; readonly line: number }[],
  width: number,
) {
  const row = rows.find(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''));
  if (!row) return;
  throw new MeasureRefused(
    `Строка ${russianNumber(row.line)}: значений ${row.cells.length}, а заголовков ${width}. Если запятая отделяет дробную часть ` +
      'числа, разделите столбцы точкой с запятой; иначе уберите лишние значения или дайте им заголовки.',
  );
}

/** The columns that a mapping reads. */
function namesOf({ time, c, flow, t, p }: SeriesMapping): ColumnName[] {
  const times = 'columns' in time ? time.columns : [];
  const conditions = [t, p].flatMap((reading) => (reading && 'column' in reading ? [reading.column] : []));
  return [...times, c.column, flow.column, ...conditions];
}

interface HeadLine {
  readonly text: string;
  readonly start: number;
  readonly line: number;
}

function headLines(head: Uint8Array, encoding: string): HeadLine[] {
  const decoder = new TextDecoder(encoding);
  const lines: HeadLine[] = [];
  const skipped = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (let start = skipped; start < head.length && lines.length < 2 * MOST_LINES_ABOVE; ) {
    const end = head.indexOf(NEWLINE, start);
    const stop = end < 0 ? head.length : end;
    const text = decoder.decode(head.subarray(start, stop)).replace(/\r$/, '');
    lines.push({ text, start, line: lines.length + 1 });
    start = stop + 1;
  }
  return lines;
}

function cellsOf(line: string, delimiter: string): string[] {
  return Papa.parse<string[]>(line, { delimiter, newline: '\n' }).data[0] ?? [];
}

function headerKey(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function columnOf(headers: readonly string[], name: string): number {
  const exact = headers.indexOf(name.trim());
  return exact >= 0 ? exact : headers.findIndex((header) => headerKey(header) === headerKey(name));
}

/** Index of the line that has every header. */
function headerOf(rows: readonly { readonly cells: readonly string[] }[], names: readonly string[]): number {
  const found = rows.slice(0, MOST_LINES_ABOVE).map(({ cells }) => names.filter((name) => columnOf(cells, name) >= 0));
  const header = found.findIndex((here) => here.length === names.length);
  if (header >= 0) {
    const { cells = [] } = rows[header] ?? {};
    const twice = names.find((name) => cells.filter((cell) => headerKey(cell) === headerKey(name)).length > 1);
    if (twice === undefined) return header;
    throw new MeasureRefused(
      `Столбец ${quoted(twice)} встречается дважды. Переименуйте лишний или задайте столбцы номерами.`,
    );
  }
  const most = Math.max(...found.map((here) => here.length));
  const best = found.findIndex((here) => here.length === most);
  const missing = names.filter((name) => !found[best]?.includes(name)).map(quoted);
  const count = counted(missing.length, 'столбца', 'столбцов', 'столбцов');
  const there = (rows[best]?.cells ?? []).slice(0, 20).map(quoted).join(', ');
  throw new MeasureRefused(
    `В файле нет ${count} ${missing.join(', ')}. Строка ${best + 1}: ${there}. Проверьте имена, разделитель и кодировку.`,
  );
}

/** Index of the first row of a file whose columns are given by number: below the line whose flow or C holds no digit, if any. */
function firstRowOf(
  rows: readonly { readonly cells: readonly string[] }[],
  names: readonly ColumnName[],
  { c }: SeriesMapping,
): number {
  const base = names.includes(0) ? 0 : 1;
  const column = typeof c.column === 'number' ? c.column - base : 0;
  const first = rows.findIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const cell = rows[first]?.cells[column] ?? '';
  const others = rows[first]?.cells.filter((_, index) => index !== column) ?? [];
  // A row whose C is missing still has its time and flow.
  const isHeader = !/^[\s"]*[-+.,]?\d/.test(cell) && !others.some((other) => /^[\s"]*[-+.,]?\d/.test(other));
  return Math.max(first, 0) + Number(isHeader);
}
