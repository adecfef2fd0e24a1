import { parseDecimal } from '../contract/decimal.ts';
import { counted, quoted, russianNumber } from '../contract/russian.ts';
import { type Cell, cellText, columnLetters, isBlank, type Row } from '../tables/cell.ts';
import { openSpreadsheet } from '../tables/open_spreadsheet.ts';
import { TableStop } from '../tables/refused.ts';
import type { CoreAnalysis } from './core_analysis.ts';
import { deriveColumn, derivedColumn, historyOf } from './derived_columns.ts';
import { TrainingRefused } from './refused.ts';

/** Texts that users write for an unknown value. */
const NO_VALUE = /^(nan|na|n\/a|null|нет)$/i;
const INFINITE = /^[+-]?(inf(inity)?|∞)$/i;

/** Rows that a message lists. */
const LISTED_ROWS = 5;

/** Columns to train on, by their headers. */
export interface ColumnChoice {
  readonly target: string;
  readonly features: readonly string[];
  /** Column with the current value of the target, if the model predicts the change from it. */
  readonly change?: string | undefined;
}

/**
 * Rows in file order: f64, NaN for a blank. The target and the current value have no blanks.
 */
export interface TrainingTable {
  readonly features: readonly string[];
  readonly columns: readonly Float64Array[];
  readonly target: Float64Array;
  readonly current: Float64Array | undefined;
  /** Rows before its own that a row's features need: the gap of a validation is at least as long. */
  readonly history: number;
}

/** Reads the chosen columns of a .csv or .xlsx file and derives those that are derived. Throws TrainingRefused. */
export function readTrainingTable(
  bytes: Uint8Array,
  fileName: string,
  choice: ColumnChoice,
  analysis: CoreAnalysis,
): TrainingTable {
  checkChoice(choice);
  const { features, target: targetName, change } = choice;
  const names = [...features, targetName, ...(change === undefined ? [] : [change])];
  const { columns, numbers, history } = readColumns(bytes, fileName, names, analysis);
  const own = columns.slice(0, features.length);
  for (const [index, column] of own.entries()) checkNotBlank(column, features[index] ?? '');
  const target = columns[features.length] ?? new Float64Array(0);
  checkComplete(target, numbers, targetName, 'целевого значения', 'blank_target');
  const current = change === undefined ? undefined : columns[features.length + 1];
  if (current) checkComplete(current, numbers, change ?? '', 'текущего значения', 'blank_current');
  return { features, columns: own, target, current, history };
}

/** Columns of a file by name, NaN for blanks. */
export interface NamedColumns {
  readonly columns: readonly Float64Array[];
  /** Numbers of the rows in the file. */
  readonly numbers: readonly number[];
  /** Rows before its own that a row's derived columns need. */
  readonly history: number;
}

/** Reads columns by name from a .csv or .xlsx file and derives those that are derived. Throws TrainingRefused. */
export function readColumns(
  bytes: Uint8Array,
  fileName: string,
  names: readonly string[],
  analysis: CoreAnalysis,
): NamedColumns {
  return refusing(() => readRows(rowsOf(bytes, fileName), names, analysis));
}

/** The headers of a .csv or .xlsx file. Throws TrainingRefused. */
export function trainingHeaders(bytes: Uint8Array, fileName: string): string[] {
  return refusing(() => headersOf(rowsOf(bytes, fileName)));
}

function refusing<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof TableStop) throw new TrainingRefused(cause.code, cause.message, { cause });
    throw cause;
  }
}

function* rowsOf(bytes: Uint8Array, fileName: string): Generator<Row> {
  for (const { rows } of openSpreadsheet(bytes, fileName).batches) {
    for (const row of rows) if (!row.cells.every(isBlank)) yield row;
  }
}

function checkChoice({ target, features, change }: ColumnChoice): void {
  const twice = features.find((name, index) => features.indexOf(name) !== index);
  if (twice !== undefined) throw refuse('repeated_feature', `Признак ${quoted(twice)} указан дважды. Уберите повтор.`);
  if (features.includes(target)) {
    const cause = `Столбец ${quoted(target)} указан и целью, и признаком: модель повторит ответ, который ей дан.`;
    throw refuse('target_is_feature', `${cause} Уберите его из признаков.`);
  }
  const ahead = features.find((name) => name.startsWith(`${target}:mean`));
  if (ahead !== undefined) {
    const cause = `Признак ${quoted(ahead)} — среднее, в которое входит ответ самой строки.`;
    throw refuse('target_is_feature', `${cause} Возьмите лаг цели, например ${quoted(`${target}:lag1`)}.`);
  }
  if (change === target) {
    const cause = `Столбец ${quoted(target)} указан и целью, и текущим значением: изменение всегда равно нулю.`;
    throw refuse('target_is_current', `${cause} Укажите столбец с текущим значением цели.`);
  }
}

function readRows(rows: Generator<Row>, names: readonly string[], analysis: CoreAnalysis): NamedColumns {
  const headers = headersOf(rows);
  const derived = names.map((name) => derivedColumn(name, headers));
  const places = names.map((name, index) => placeOf(headers, derived[index]?.source ?? name));
  const values: number[][] = names.map(() => []);
  const numbers: number[] = [];
  for (const row of rows) {
    checkWidth(row, headers.length);
    numbers.push(row.number);
    for (const [index, place] of places.entries()) {
      values[index]?.push(numberOf(row.cells[place], row.number, place, headers[place] ?? ''));
    }
  }
  const columns = values.map((column, index) => {
    const own = derived[index];
    return own ? deriveColumn(analysis, own, Float64Array.from(column)) : Float64Array.from(column);
  });
  return { columns, numbers, history: Math.max(0, ...derived.map((own) => (own ? historyOf(own) : 0))) };
}

function headersOf(rows: Generator<Row>): string[] {
  const first = rows.next();
  if (first.done) throw refuse('empty_table', 'Таблица пуста: нужны строка заголовков и строки чисел.');
  const headers = first.value.cells.map((cell) => cellText(cell).trim());
  checkHeaders(headers);
  return headers;
}

function checkHeaders(headers: readonly string[]): void {
  const twice = headers.find((name, index) => name !== '' && headers.indexOf(name) !== index);
  if (twice === undefined) return;
  const letters = headers.flatMap((name, index) => (name === twice ? [columnLetters(index)] : [])).join(', ');
  throw refuse(
    'repeated_header',
    `Заголовок ${quoted(twice)} стоит над несколькими столбцами (${letters}). Переименуйте или удалите лишние.`,
  );
}

function placeOf(headers: readonly string[], name: string): number {
  const place = headers.indexOf(name);
  if (place >= 0) return place;
  const listed = headers.filter((header) => header !== '').slice(0, 30);
  throw refuse(
    'unknown_column',
    `В таблице нет столбца ${quoted(name)}. В ней есть: ${listed.map(quoted).join(', ')}. Проверьте написание.`,
  );
}

/**
 * Refuses rows with more cells than headers: unquoted decimal commas in a comma-separated file.
 */
function checkWidth({ cells, number }: Row, width: number): void {
  if (cells.slice(width).every(isBlank)) return;
  throw refuse(
    'extra_cells',
    `Строка ${russianNumber(number)}: значений ${cells.length}, а заголовков ${width}. Если запятая отделяет дробную часть числа, ` +
      'разделите столбцы точкой с запятой или возьмите числа в кавычки; иначе удалите лишние значения.',
  );
}

function numberOf(cell: Cell, row: number, place: number, name: string): number {
  if (isBlank(cell)) return Number.NaN;
  const text = cellText(cell).trim();
  const location = `Строка ${russianNumber(row)}, столбец ${columnLetters(place)} ${quoted(name)}`;
  if (typeof cell === 'string') {
    if (NO_VALUE.test(text)) return Number.NaN;
    if (INFINITE.test(text)) throw infinite(location, text);
    const parsed = parseDecimal(cell);
    if (parsed.ok) return inRange(parsed.value, location, text);
    throw refuse(
      'not_a_number',
      `${location}: ${quoted(text)}. ${parsed.message} Если значения нет, оставьте ячейку пустой.`,
    );
  }
  if (typeof cell === 'number') return inRange(cell, location, text);
  throw refuse('not_a_number', `${location}: ${quoted(text)} — не число. Запишите число или оставьте ячейку пустой.`);
}

/** Larger numbers would overflow the f32 arithmetic of the trees. */
const LARGEST = 1e37;

function inRange(value: number, location: string, text: string): number {
  if (Math.abs(value) <= LARGEST) return value;
  throw refuse(
    'value_too_large',
    `${location}: число ${quoted(text)} больше 1e37 по модулю, модель с ним не считает. Проверьте порядок и единицу измерения.`,
  );
}

function infinite(location: string, text: string): TrainingRefused {
  const next = 'Запишите измеренное число или оставьте ячейку пустой.';
  return refuse('infinite_value', `${location}: ${quoted(text)} — бесконечность, а не измерение. ${next}`);
}

function checkNotBlank(column: Float64Array, name: string): void {
  if (column.length === 0 || column.some((value) => !Number.isNaN(value))) return;
  throw refuse('all_blank', `В столбце ${quoted(name)} нет ни одного числа. Заполните его или уберите из признаков.`);
}

function checkComplete(column: Float64Array, rows: readonly number[], name: string, what: string, code: string): void {
  const blanks = rows.filter((_, index) => Number.isNaN(column[index]));
  if (blanks.length === 0) return;
  const listed = blanks.slice(0, LISTED_ROWS).join(', ');
  const more = blanks.length > LISTED_ROWS ? ` и ещё в ${blanks.length - LISTED_ROWS}` : '';
  throw refuse(
    code,
    `Нет ${what} ${quoted(name)} в строках ${listed}${more} (всего ${counted(blanks.length, 'строка', 'строки', 'строк')} из ` +
      `${russianNumber(rows.length)}). Заполните ячейки или удалите эти строки.`,
  );
}

function refuse(code: string, message: string): TrainingRefused {
  return new TrainingRefused(code, message);
}
