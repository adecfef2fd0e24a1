import type { CalculationDefinition } from '../calculations/definition.ts';
import type { TableData } from '../calculations/table.ts';
import type { Fault } from '../contract/errors.ts';
import { quoted } from '../contract/russian.ts';
import { columnLetters, type SheetRows } from './cell.ts';
import { ColumnBuilder } from './column_builder.ts';
import { findHeader } from './find_header.ts';
import { refuseUnmeasured } from './measured.ts';
import { openSpreadsheet } from './open_spreadsheet.ts';
import type { Layout } from './recognise.ts';
import { refusalOf, TableFaults, type TableRefused, TableStop } from './refused.ts';
import { sortSeries } from './series.ts';
import type { SheetFacts } from './sheet.ts';

export { LISTED_FAULTS, type TableRefused } from './refused.ts';

/**
 * The result of reading a table: typed columns, or every fault with sheet, row, column, value and
 * the expected content.
 */
export type ReadTable =
  | {
      readonly ok: true;
      readonly data: TableData;
      /** Headers that were not recognised; shown, because one of them may be misspelt. */
      readonly ignored: readonly string[];
      /**
       * Notes for the user on how the file was read, in Russian, ignored columns included.
       */
      readonly notes: readonly string[];
    }
  | TableRefused;

/**
 * Reads the table of a calculation from the bytes of a .csv or .xlsx file. Browser and server use
 * this reader.
 *
 * `settings`: texts of the form; those named by `headerInput` name a column's header. `onProgress`
 * receives the share of the file that has been read, 0…1, and may throw to stop: its exception is
 * rethrown. Every fault of the file is returned, never thrown.
 */
export async function readTable(
  bytes: Uint8Array,
  fileName: string,
  definition: CalculationDefinition,
  settings: Readonly<Record<string, string>>,
  onProgress?: (share: number) => Promise<void> | void,
): Promise<ReadTable> {
  try {
    return await readRows(openSpreadsheet(bytes, fileName), definition, settings, onProgress);
  } catch (stop) {
    return refusalOf(stop);
  }
}

async function readRows(
  source: SheetRows & { readonly facts?: SheetFacts },
  definition: CalculationDefinition,
  settings: Readonly<Record<string, string>>,
  onProgress?: (share: number) => Promise<void> | void,
): Promise<ReadTable> {
  const { table } = definition;
  if (!table) throw new TypeError(`«${definition.title}» takes no table`);
  const location = source.sheet === undefined ? {} : { sheet: source.sheet };
  const faults = new TableFaults();
  const { header, recognised, batches } = findHeader(source.batches, definition, settings);
  for (const fault of recognised.faults) faults.add({ ...location, row: header, ...fault });
  if (faults.total > 0) return faults.refusal();
  const builder = new ColumnBuilder(table, recognised.layout, faults, source.sheet);
  for (const { rows, share } of batches) {
    for (const row of rows) builder.add(row);
    await onProgress?.(share);
  }
  const raw = builder.finish();
  for (const fault of mergeFaults(source.facts, header, recognised.layout)) faults.add({ ...location, ...fault });
  if (raw.rows.length === 0 && faults.total === 0) throw noRows();
  const data = sortSeries(table, raw, faults, location);
  if (faults.total > 0) return faults.refusal();
  refuseUnmeasured(table, data);
  const beside = [...builder.unheadedValues]
    .sort((a, b) => a - b)
    .map((at) => `столбец ${columnLetters(at)} без заголовка`);
  const ignored = [...recognised.layout.ignored, ...beside];
  return { ok: true, data, ignored, notes: [...notesOf(source, ignored), ...builder.totalsNote()] };
}

function noRows(): TableStop {
  return new TableStop(400, 'empty_table', 'Под заголовками нет данных. Заполните хотя бы одну строку.');
}

function notesOf({ notes, facts }: SheetRows & { readonly facts?: SheetFacts }, ignored: readonly string[]): string[] {
  return [
    ...notes,
    ...(facts?.hiddenRows ? ['На листе есть скрытые строки: они прочитаны вместе с остальными.'] : []),
    ...(ignored.length > 0 ? [`Не прочитаны столбцы, которых в расчёте нет: ${ignored.map(quoted).join(', ')}.`] : []),
  ];
}

/**
 * Faults of merged cells among the data: only the first cell of a range has the value, so the
 * others would silently be blank.
 */
function mergeFaults(facts: SheetFacts | undefined, header: number, { indexes, years }: Layout): Fault[] {
  const used = [...Object.values(indexes), ...years.map(({ index }) => index)];
  return (facts?.merges ?? [])
    .filter(({ lastRow }) => lastRow > header)
    .filter(({ firstColumn, lastColumn }) => used.some((index) => index >= firstColumn && index <= lastColumn))
    .map(({ range, firstRow }) => ({
      row: Math.max(firstRow, header),
      column: range.replace(/\d.*/, ''),
      value: range,
      message: 'Ячейки объединены. Разъедините их и заполните каждую.',
    }));
}
