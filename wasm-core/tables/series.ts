import type { TableUse } from '../calculations/definition.ts';
import type { TableData } from '../calculations/table.ts';
import type { Fault } from '../contract/errors.ts';
import { quoted } from '../contract/russian.ts';
import { refuseAdded } from './added_rows.ts';
import type { RawTable } from './column_builder.ts';
import { MAX_ROWS } from './limits.ts';
import { type TableFaults, tooManyRows } from './refused.ts';
import { momentOf, objectOf, rowOf, sortedKeys, yearOf } from './series_keys.ts';

/**
 * The rows in the order of the computation, with ids from 1. Series are sorted by object (in order
 * of first appearance) and year. Missing years within a series become blank rows if the definition
 * has
 * `fillsYears`. Two rows of an object for one year are a fault.
 */
export function sortSeries(
  table: TableUse,
  raw: RawTable,
  faults: TableFaults,
  location: Pick<Fault, 'sheet'>,
): TableData {
  const order = table.series ? seriesOrder(table, table.series, raw, faults, location) : undefined;
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
  /** Index of each row in the raw table; −1 for an inserted row. */
  readonly rows: Int32Array;
  readonly objects: Float64Array;
  readonly years: Float64Array;
}

function seriesOrder(
  table: TableUse,
  series: NonNullable<TableUse['series']>,
  raw: RawTable,
  faults: TableFaults,
  location: Pick<Fault, 'sheet'>,
): Order {
  if (raw.blanks.added > 0) refuseAdded(table, raw, [], location);
  const keys = sortedKeys(raw.columns[series.object], raw.columns[series.year]);
  refuseAdded(table, raw, keys, location);
  const kept: number[] = [];
  const at: number[] = [];
  let last = -1;
  for (const key of keys) {
    const moment = momentOf(key);
    const row = rowOf(key);
    if (moment === last) {
      const first = at.at(-1) ?? 0;
      if (!faults.countIfFull()) faults.add(repeated(table, series, raw, first, row, location));
      continue;
    }
    const follows = last >= 0 && objectOf(last) === objectOf(moment);
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
    objects: Float64Array.from(kept, objectOf),
    years: Float64Array.from(kept, yearOf),
  };
}

function repeated(
  table: TableUse,
  { object, year }: NonNullable<TableUse['series']>,
  raw: RawTable,
  first: number,
  row: number,
  location: Pick<Fault, 'sheet'>,
): Fault {
  const name = raw.texts[object]?.[raw.columns[object]?.[row] ?? 0] ?? '';
  const value = String(raw.columns[year]?.[row]);
  const message = `${value} год у объекта ${quoted(name)} уже есть в строке ${raw.rows[first]}. Оставьте одну строку на год.`;
  const column = table.columns[year]?.label ?? year;
  return { ...location, row: raw.rows[row] ?? 0, column, value, message };
}

function reordered(column: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : (column[row] ?? Number.NaN)));
}
