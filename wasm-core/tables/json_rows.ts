import type { CalculationDefinition, Column } from '../calculations/definition.ts';
import type { TableData } from '../calculations/table.ts';
import { faultValue } from '../contract/errors.ts';
import { quoted } from '../contract/russian.ts';
import type { Cell } from './cell.ts';
import { cellReader, TextIndex } from './cell_values.ts';
import { MAX_ROWS } from './limits.ts';
import { refuseUnmeasured } from './measured.ts';
import type { ReadTable } from './read_table.ts';
import { refusalOf, TableFaults, TableStop, tooManyRows } from './refused.ts';

type JsonRow = Readonly<Record<string, unknown>>;

/** Columns under construction; NaN is a blank. */
interface Draft {
  readonly ids: number[];
  readonly columns: Readonly<Record<string, number[]>>;
  readonly texts: Readonly<Record<string, TextIndex>>;
}

/**
 * Reads rows of JSON: `[{x1: 1268, x2: "1 290,5", date: "2026-01-01", …}]`. A number is a JSON
 * number or text; a blank is null, '' or a missing field; a blank row is a fault. Rows get new ids
 * from 1. Results among the fields are ignored, unknown fields refused, and so is a table in which
 * no row names a needed column, as a file without its header is. Faults name the row (from 1) and
 * the column's wire name.
 */
export function readJsonRows(raw: unknown, definition: CalculationDefinition): ReadTable {
  return attempt(definition, (faults) => {
    const rows = listOf(raw, 'data', faults);
    const draft = emptyDraft(definition);
    for (const [index, row] of rows.entries()) append(draft, row, index + 1, index + 1, definition, faults);
    // Rows without any number are refused as a whole.
    if (hasNumber(draft, definition)) refuseMissingColumns(rows, definition, faults);
    return draft;
  });
}

/**
 * Applies changes to a table. A row of `changed` with an `id` updates that row (a missing field
 * keeps its value, null clears it); a row without an id is added with the next id. `deleted` has
 * the ids of removed rows. Other rows keep their ids and their order.
 */
export function mergeRows(
  current: TableData,
  changed: unknown,
  deleted: unknown,
  definition: CalculationDefinition,
): ReadTable {
  return attempt(definition, (faults) => {
    const draft = draftOf(current, definition);
    const indexOfId = new Map(draft.ids.map((id, row) => [id, row]));
    let next = draft.ids.reduce((highest, id) => Math.max(highest, id), 0) + 1;
    const seen = new Set<unknown>();
    for (const [index, row] of listOf(changed, 'data', faults).entries()) {
      const { id } = row;
      if (id === undefined || id === null) {
        append(draft, row, next, index + 1, definition, faults);
        next += 1;
        continue;
      }
      const position = indexOfId.get(id as number);
      const wrong = seen.has(id)
        ? 'Строка с этим номером уже есть среди изменений.'
        : 'Строки с этим номером нет. Обновите таблицу.';
      if (position === undefined || seen.has(id)) addFault(faults, index + 1, 'id', id, wrong);
      else change(draft, row, position, index + 1, definition, faults);
      seen.add(id);
    }
    return without(draft, idsOf(deleted, indexOfId, faults));
  });
}

function attempt(definition: CalculationDefinition, make: (faults: TableFaults) => Draft): ReadTable {
  try {
    const faults = new TableFaults();
    const draft = make(faults);
    if (faults.total > 0) return faults.refusal();
    if (draft.ids.length === 0) throw new TableStop(400, 'empty_table', 'В таблице нет строк. Заполните хотя бы одну.');
    const data = tableOf(draft, definition);
    if (definition.table) refuseUnmeasured(definition.table, data);
    return { ok: true, data, ignored: [], notes: [] };
  } catch (stop) {
    return refusalOf(stop);
  }
}

function listOf(raw: unknown, field: string, faults: TableFaults): JsonRow[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw new TableStop(400, 'bad_table', `В поле «${field}» нужен список строк таблицы.`);
  if (raw.length > MAX_ROWS) throw tooManyRows();
  return raw.flatMap((row: unknown, index): JsonRow[] => {
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return [row as JsonRow];
    faults.add({ field, row: index + 1, message: 'Строка таблицы — объект с полями столбцов.' });
    return [];
  });
}

function idsOf(raw: unknown, indexOfId: ReadonlyMap<number, number>, faults: TableFaults): Set<number> {
  const ids = new Set<number>();
  if (raw === undefined || raw === null) return ids;
  if (!Array.isArray(raw)) throw new TableStop(400, 'bad_table', 'В поле «deleted» нужен список номеров строк.');
  for (const id of raw as unknown[]) {
    const value = faultValue(id);
    if (indexOfId.has(id as number)) ids.add(id as number);
    else
      faults.add({
        field: 'deleted',
        ...(value !== undefined && { value }),
        message: 'Строки с этим номером нет. Обновите таблицу.',
      });
  }
  return ids;
}

function emptyDraft({ table }: CalculationDefinition): Draft {
  const columns = Object.entries(table?.columns ?? {});
  return {
    ids: [],
    columns: Object.fromEntries(columns.map(([name]) => [name, []])),
    texts: Object.fromEntries(
      columns.filter(([, { kind }]) => kind === 'text').map(([name]) => [name, new TextIndex()]),
    ),
  };
}

function draftOf(data: TableData, definition: CalculationDefinition): Draft {
  const empty = emptyDraft(definition);
  const blank = () => new Array<number>(data.count).fill(Number.NaN);
  const columns = Object.keys(empty.columns).map((name) => {
    const column = data.columns[name];
    return [name, column ? Array.from(column) : blank()] as const;
  });
  for (const [name, index] of Object.entries(empty.texts))
    for (const text of data.texts[name] ?? []) index.indexOf(text);
  return { ...empty, ids: Array.from(data.columns.id ?? []), columns: Object.fromEntries(columns) };
}

/**
 * Adds a row. A blank row is a fault rather than skipped, so that the other rows keep their
 * numbers.
 */
function append(
  draft: Draft,
  row: JsonRow,
  id: number,
  number: number,
  definition: CalculationDefinition,
  faults: TableFaults,
): void {
  const columns = Object.entries(definition.table?.columns ?? {});
  refuseUnknown(row, number, definition, faults);
  if (columns.every(([name]) => isBlank(row[name]))) {
    faults.add({ field: 'data', row: number, message: BLANK_ROW });
    return;
  }
  draft.ids.push(id);
  for (const [name, column] of columns) {
    const missing = row[name] === undefined && column.optional === true;
    draft.columns[name]?.push(missing ? Number.NaN : readValue(draft, name, column, row, number, faults));
  }
}

const BLANK_ROW = 'Строка пуста. Заполните её или удалите.';

function isBlank(raw: unknown): boolean {
  return raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');
}

function change(
  draft: Draft,
  row: JsonRow,
  position: number,
  number: number,
  definition: CalculationDefinition,
  faults: TableFaults,
) {
  const before = faults.total;
  for (const [name, column] of Object.entries(definition.table?.columns ?? {})) {
    const values = draft.columns[name];
    if (values && row[name] !== undefined) values[position] = readValue(draft, name, column, row, number, faults);
  }
  const isEmptied = Object.values(draft.columns).every((values) => Number.isNaN(values[position]));
  if (isEmptied && faults.total === before) faults.add({ field: 'data', row: number, message: BLANK_ROW });
  refuseUnknown(row, number, definition, faults);
}

function readValue(
  draft: Draft,
  name: string,
  column: Column,
  row: JsonRow,
  number: number,
  faults: TableFaults,
): number {
  const raw = row[name] ?? undefined;
  const value = cellReader(column, draft.texts[name] ?? new TextIndex())(cellOf(raw));
  if (typeof value === 'number') return value;
  addFault(faults, number, name, raw, value);
  return Number.NaN;
}

function cellOf(raw: unknown): Cell {
  if (raw === undefined || typeof raw === 'string' || typeof raw === 'number') return raw;
  // An object or a list becomes a control character: it is refused as a number, a day and a name.
  return typeof raw === 'boolean' ? { kind: 'boolean', value: raw } : '\u0000';
}

function refuseUnknown(
  row: JsonRow,
  number: number,
  { table, results }: CalculationDefinition,
  faults: TableFaults,
): void {
  for (const name of Object.keys(row)) {
    if (name === 'id' || Object.hasOwn(results, name) || Object.hasOwn(table?.columns ?? {}, name)) continue;
    addFault(faults, number, faultValue(name) ?? '', undefined, 'Такого столбца в таблице нет. Уберите его.');
  }
}

function hasNumber({ columns }: Draft, { table }: CalculationDefinition): boolean {
  return Object.entries(table?.columns ?? {}).some(
    ([name, { kind }]) => kind === 'number' && columns[name]?.some((value) => !Number.isNaN(value)),
  );
}

function refuseMissingColumns(rows: readonly JsonRow[], { table }: CalculationDefinition, faults: TableFaults): void {
  for (const [name, { optional, blank, label, unit }] of Object.entries(table?.columns ?? {})) {
    // A column that may not be blank has a fault in each row already.
    if (optional || !blank || rows.some((row) => Object.hasOwn(row, name))) continue;
    const wanted = quoted(unit === '' ? label : `${label}, ${unit}`);
    const message = `Нет столбца ${wanted}: ни в одной строке нет поля ${quoted(name)}. Добавьте его; пропуск — null.`;
    addFault(faults, undefined, name, undefined, message);
  }
}

function addFault(faults: TableFaults, row: number | undefined, column: string, raw: unknown, message: string): void {
  const value = faultValue(raw);
  faults.add({
    field: 'data',
    ...(row !== undefined && { row }),
    column,
    ...(value !== undefined && { value }),
    message,
  });
}

function without(draft: Draft, deleted: ReadonlySet<number>): Draft {
  if (deleted.size === 0) return draft;
  const stays = draft.ids.map((id) => !deleted.has(id));
  const kept = (values: readonly number[]) => values.filter((_, row) => stays[row]);
  const columns = Object.entries(draft.columns).map(([name, values]) => [name, kept(values)] as const);
  return { ...draft, ids: kept(draft.ids), columns: Object.fromEntries(columns) };
}

/**
 * The draft as a table. An optional column without any value is omitted, as it is for a file
 * without this column.
 */
function tableOf(draft: Draft, { table }: CalculationDefinition): TableData {
  if (draft.ids.length > MAX_ROWS) throw tooManyRows();
  const columns: Record<string, Float64Array> = { id: Float64Array.from(draft.ids) };
  for (const [name, { optional }] of Object.entries(table?.columns ?? {})) {
    const values = draft.columns[name] ?? [];
    if (!optional || values.some((value) => !Number.isNaN(value))) columns[name] = Float64Array.from(values);
  }
  const texts = Object.entries(draft.texts).map(([name, index]) => [name, index.texts] as const);
  return { count: draft.ids.length, columns, texts: Object.fromEntries(texts) };
}
