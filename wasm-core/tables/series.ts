import type { TableUse } from '../calculations/definition.ts';
import type { TableData } from '../calculations/table.ts';
import type { Fault } from '../contract/errors.ts';
import { quoted } from '../contract/russian.ts';
import type { RawTable } from './column_builder.ts';
import { FIRST_YEAR, MAX_ROWS } from './limits.ts';
import { type Faults, tooManyRows } from './refused.ts';

// object · year · row of the file in one exact f64: 15 + 9 + 20 bits.
const ROW_STEP = 2 ** 20;
const OBJECT_STEP = 2 ** 9;

/**
 * Rows as the computation wants them, ids from 1. Series are sorted by object (in the order of appearance) and year; years that
 * are missing inside a series become blank rows where the definition says so. Two rows of an object for a year are a fault.
 */
export function arranged(table: TableUse, raw: RawTable, faults: Faults, place: Pick<Fault, 'sheet'>): TableData {
  const order = table.series ? seriesOrder(table, table.series, raw, faults, place) : undefined;
  const count = order?.rows.length ?? raw.rows.length;
  const columns: Record<string, Float64Array> = { id: Float64Array.from({ length: count }, (_, row) => row + 1) };
  for (const name of Object.keys(table.columns)) {
    const column = raw.columns[name];
    if (column) columns[name] = order ? reordered(column, order.rows) : column;
  }
  if (table.series && order) {
    columns[table.series.object] = order.objects;
    columns[table.series.year] = order.years;
  }
  return { count, columns, texts: raw.texts };
}

interface Order {
  /** Row of the raw table, or −1 for a row that is inserted. */
  readonly rows: Int32Array;
  readonly objects: Float64Array;
  readonly years: Float64Array;
}

function seriesOrder(
  table: TableUse,
  series: NonNullable<TableUse['series']>,
  raw: RawTable,
  faults: Faults,
  place: Pick<Fault, 'sheet'>,
): Order {
  const keys = sortedKeys(raw.columns[series.object], raw.columns[series.year]);
  const kept: number[] = [];
  const at: number[] = [];
  let last = -1;
  for (const key of keys) {
    const moment = Math.floor(key / ROW_STEP);
    const row = key % ROW_STEP;
    if (moment === last) {
      const first = at.at(-1) ?? 0;
      if (!faults.countIfFull()) faults.add(repeated(table, series, raw, first, row, place));
      continue;
    }
    const follows = last >= 0 && Math.floor(last / OBJECT_STEP) === Math.floor(moment / OBJECT_STEP);
    for (let gap = last + 1; series.fillsYears && follows && gap < moment; gap++) {
      kept.push(gap);
      at.push(-1);
    }
    kept.push(moment);
    at.push(row);
    if (kept.length > MAX_ROWS) throw tooManyRows();
    last = moment;
  }
  return {
    rows: Int32Array.from(at),
    objects: Float64Array.from(kept, (moment) => Math.floor(moment / OBJECT_STEP)),
    years: Float64Array.from(kept, (moment) => (moment % OBJECT_STEP) + FIRST_YEAR),
  };
}

/** Keys of the rows that have an object and a year, ascending. */
function sortedKeys(objects: Float64Array | undefined, years: Float64Array | undefined): Float64Array {
  const count = objects?.length ?? 0;
  const keys = Float64Array.from({ length: count }, (_, row) => {
    const moment = (objects?.[row] ?? Number.NaN) * OBJECT_STEP + ((years?.[row] ?? Number.NaN) - FIRST_YEAR);
    return moment * ROW_STEP + row;
  }).filter((key) => !Number.isNaN(key));
  return keys.sort();
}

function repeated(
  table: TableUse,
  { object, year }: NonNullable<TableUse['series']>,
  raw: RawTable,
  first: number,
  row: number,
  place: Pick<Fault, 'sheet'>,
): Fault {
  const name = raw.texts[object]?.[raw.columns[object]?.[row] ?? 0] ?? '';
  const value = String(raw.columns[year]?.[row]);
  const message = `${value} год у объекта ${quoted(name)} уже есть в строке ${raw.rows[first]}. Оставьте одну строку на год.`;
  const column = table.columns[year]?.label ?? year;
  return { ...place, row: raw.rows[row] ?? 0, column, value, message };
}

function reordered(column: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : (column[row] ?? Number.NaN)));
}
