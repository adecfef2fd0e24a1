import { definitionOf } from '#core/calculations/index.ts';
import { readRows, readRowsHead, rowsRange, writeRowsFile } from '#core/calculations/rows_file.ts';
import type { RowsHead } from '#core/contract/rows.ts';
import { wireRows } from '#core/tables/wire_rows.ts';

/** A rows file from rows of numbers, as the core would have written it. */
export function rowsFile(
  head: Pick<RowsHead, 'columns'> & Partial<RowsHead>,
  rows: readonly (readonly number[])[],
): Uint8Array<ArrayBuffer> {
  const whole: RowsHead = { count: rows.length, texts: {}, summary: {}, problems: [], warnings: [], ...head };
  const data = whole.columns.map((name, place) => [name, Float64Array.from(rows, (row) => row[place] ?? Number.NaN)]);
  return writeRowsFile({ head: whole, data: Object.fromEntries(data) });
}

/** Answer of the API to the reading of a page of rows. */
export function rowsPage(type: Parameters<typeof definitionOf>[0], bytes: Uint8Array, path: string) {
  const query = new URL(path, 'http://localhost').searchParams;
  const head = readRowsHead(bytes);
  const [first, end] = rowsRange(head, Number(query.get('offset')), Number(query.get('limit')));
  const results = wireRows(definitionOf(type), head, readRows(bytes.subarray(first, end)));
  return { count: head.count, head, results };
}
