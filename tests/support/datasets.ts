import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { loadServerCore } from '#functions/core.ts';
import { TABLE_CASES } from '../wasm-core/calculations/all_cases.ts';
import { demonstrationModel } from '../wasm-core/calculations/demonstration_model.ts';
import type { Cell, TableCase } from '../wasm-core/calculations/table_cases.ts';
import type { Service } from './service.ts';

/** A row on the wire. */
// biome-ignore lint/suspicious/noExplicitAny: tests read rows of every type
export type Row = Readonly<Record<string, any>>;

/** Headers and cells of a table as a user writes them: the labels, or the headers that the settings name. */
function sheetOf(type: CalculationType, { rows, settings = {} }: Pick<TableCase, 'rows' | 'settings'>): Cell[][] {
  const columns = Object.values(definitionOf(type).table?.columns ?? {});
  const used = columns.flatMap((column, place) => {
    const isEmpty = column.optional && rows.every((row) => (row[place] ?? null) === null);
    return isEmpty ? [] : [{ place, header: settings[column.headerInput ?? ''] || column.label }];
  });
  return [used.map(({ header }) => header), ...rows.map((row) => used.map(({ place }) => row[place] ?? null))];
}

/** A csv as a Russian spreadsheet saves it: semicolons, decimal commas. */
export function csvFile(
  type: CalculationType,
  table: Pick<TableCase, 'rows' | 'settings'>,
  name = 'таблица.csv',
): File {
  const text = (cell: Cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : (cell ?? ''));
  const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = sheetOf(type, table).map((row) => row.map((cell) => quoted(text(cell))).join(';'));
  return new File([`${lines.join('\r\n')}\r\n`], name);
}

export async function xlsxFile(type: CalculationType, table: Pick<TableCase, 'rows' | 'settings'>): Promise<File> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Данные').addRows(sheetOf(type, table));
  return new File([new Uint8Array(await workbook.xlsx.writeBuffer())], 'таблица.xlsx');
}

/** A form with fields and a file, as a browser sends it. */
export function formOf(fields: Readonly<Record<string, unknown>>, file?: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) form.append('file_data', file);
  return form;
}

/** Rows as JSON, without ids and blanks. */
export function jsonRows(type: CalculationType, rows: TableCase['rows']): Row[] {
  const names = Object.keys(definitionOf(type).table?.columns ?? {});
  return rows.map((row) =>
    Object.fromEntries(names.flatMap((name, place) => ((row[place] ?? null) === null ? [] : [[name, row[place]]]))),
  );
}

/** A whole new calculation of the first case, as a form with a csv. */
export function newTable(
  type: CalculationType,
  project: string,
  fields: object = {},
  example = firstCase(type),
): FormData {
  const { inputs, settings } = example;
  return formOf({ name: 'Таблица', project, ...inputs, ...settings, ...fields }, csvFile(type, example));
}

export function firstCase(type: CalculationType): TableCase {
  const [first] = TABLE_CASES[type] ?? [];
  if (!first) throw new Error(`${type} has no case table`);
  return first;
}

/** The rows of an answer, whatever their shape on the wire; rows of elements get the name of theirs. */
export function rowsOf({ table }: CalculationDefinition, body: Row): Row[] {
  if (!table) return [];
  if (!('rows' in table.wire)) return body[table.wire.list];
  const { rows } = table.wire;
  return body.elements.flatMap((element: Row) => element[rows].map((row: Row) => ({ name: element.name, ...row })));
}

/** All stored data except counters of requests: keys of the bucket and of the table, with the versions of the items. */
export async function stored({ db, fileKeys }: Service): Promise<string> {
  const items: string[] = [];
  for await (const { pk, sk, version } of db.scan()) items.push([pk, sk, version ?? 0].join(' '));
  return JSON.stringify(
    [(await fileKeys()).sort(), items.filter((key) => /^[CR]#/.test(key) && !/ W#/.test(key)).sort()],
    null,
    1,
  );
}

/** Days of the demonstration mine: rows for the models. */
export const DAYS: readonly Row[] = readDays();

function readDays(): Row[] {
  const [header = '', ...lines] = readFileSync('wasm-core/models/demonstration/days.csv', 'utf8').trim().split('\n');
  const names = Object.keys(definitionOf('regres_methane').table?.columns ?? {});
  return lines.map((line) => {
    const cells = line.split(',');
    const all = header.split(',').map((name, place) => [name, name === 'date' ? cells[place] : Number(cells[place])]);
    return Object.fromEntries(all.filter(([name]) => names.includes(String(name))));
  });
}

/** Predictions of the shipped model for rows, by the predictor alone. */
export async function predicted(method: string, rows: readonly Row[]): Promise<number[]> {
  const { predictor, columns } = await demonstrationModel(await loadServerCore(), method);
  const numbers = rows.flatMap((row) => columns.map((name) => row[name] ?? Number.NaN));
  return [...predictor.predict(Float64Array.from(numbers))];
}
