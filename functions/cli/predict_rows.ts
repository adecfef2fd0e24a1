import { parseDecimal } from '#core/contract/decimal.ts';
import type { CoreAnalysis } from '#core/training/core_analysis.ts';
import { derivedColumn } from '#core/training/derived_columns.ts';
import { readColumns, trainingHeaders } from '#core/training/table.ts';

/**
 * A table that is refused. The message, in Russian, names the position and the expected content.
 */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
}

const MISSING = /^(nan|na)?$/i;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/**
 * Rows of a CSV text for a model of `features` columns: row-major, NaN where a cell is blank. The
 * first line is the header; columns are separated by commas (or, where the header has no comma, by
 * semicolons). Throws RowsRefused.
 */
export function parseRows(text: string, features: number): Float64Array {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const [header, ...body] = lines;
  if (header === undefined) throw new RowsRefused('Таблица пуста: нужна строка заголовков и строки чисел.');
  const separator = !header.includes(',') && header.includes(';') ? ';' : ',';
  checkWidth(header.split(separator).length, features);
  const rows = new Float64Array(body.length * features);
  for (const [index, line] of body.entries()) {
    const cells = line.split(separator);
    if (cells.length !== features) {
      throw new RowsRefused(`Строка ${index + 2}: столбцов ${cells.length}, а у модели признаков ${features}.`);
    }
    for (const [column, cell] of cells.entries()) {
      rows[index * features + column] = number(unquoted(cell), index + 2, column + 1);
    }
  }
  return rows;
}

/**
 * Rows of a .csv or .xlsx file for a model with feature names: row-major, columns by their headers,
 * lags and rolling means computed as in the training. Undefined where the file has none of the
 * names: its columns are then in the model's order. Throws TrainingRefused.
 */
export function namedRows(
  bytes: Uint8Array,
  fileName: string,
  names: readonly string[],
  analysis: CoreAnalysis,
): Float64Array | undefined {
  const headers = trainingHeaders(bytes, fileName);
  const sources = names.map((name) => derivedColumn(name, headers)?.source ?? name);
  if (!sources.some((source) => headers.includes(source))) return undefined;
  const { columns, numbers } = readColumns(bytes, fileName, names, analysis);
  const rows = new Float64Array(numbers.length * names.length);
  for (const [feature, column] of columns.entries()) {
    for (const [row, value] of column.entries()) rows[row * names.length + feature] = value;
  }
  return rows;
}

function checkWidth(columns: number, features: number): void {
  if (columns === features) return;
  throw new RowsRefused(`В заголовке столбцов ${columns}, а у модели признаков ${features}.`);
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text;
}

function number(text: string, line: number, column: number): number {
  if (MISSING.test(text)) return Number.NaN;
  const infinite = INFINITE.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  const parsed = parseDecimal(text);
  if (parsed.ok) return parsed.value;
  const place = `Строка ${line}, столбец ${column}: «${text.slice(0, 50)}».`;
  throw new RowsRefused(`${place} ${parsed.message} Если значения нет, оставьте ячейку пустой.`);
}
