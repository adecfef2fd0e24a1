import { parseDecimal } from '#core/contract/decimal.ts';

/** The table of rows cannot be used: the message, in Russian, names the place and what to write there. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
}

const MISSING = /^(nan|na)?$/i;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/**
 * Rows of a CSV text for a model of `features` columns: row-major, NaN where a cell is blank. The first line is the header; columns
 * are separated by commas (or, where the header has no comma, by semicolons). Throws RowsRefused.
 */
export function parseRows(text: string, features: number, names: readonly string[] = []): Float64Array {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const [header, ...body] = lines;
  if (header === undefined) throw new RowsRefused('Таблица пуста: нужна строка заголовков и строки чисел.');
  const separator = !header.includes(',') && header.includes(';') ? ';' : ',';
  checkHeader(header.split(separator).map(unquoted), features, names);
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

function checkHeader(header: readonly string[], features: number, names: readonly string[]): void {
  if (header.length !== features) {
    throw new RowsRefused(`В заголовке столбцов ${header.length}, а у модели признаков ${features}.`);
  }
  const known = names.length === features && header.every((name) => names.includes(name));
  const first = header.findIndex((name, column) => name !== names[column]);
  if (known && first >= 0) {
    const [is, must] = [header[first], names[first]];
    throw new RowsRefused(
      `Столбцы стоят не в порядке признаков модели: на месте ${first + 1} «${is}», а нужно «${must}».`,
    );
  }
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
