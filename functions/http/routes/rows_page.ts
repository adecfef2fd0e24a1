import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { definitionOf } from '#core/calculations/index.ts';
import { readRows, readRowsHead } from '#core/calculations/rows_file.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import { wireRows } from '#core/tables/wire_rows.ts';
import type { StoredCalculation } from '../../store/calculations.ts';
import { rowsKey } from '../../store/file_key.ts';
import type { Files } from '../../store/files.ts';
import type { Tenant } from '../../store/tenant.ts';

/** At most `limit` rows of a stored calculation from `offset`, and their head. */
export async function readRowsPage(
  files: Files,
  tenant: Tenant,
  { id, type, table }: StoredCalculation,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ head: RowsHead; rows: WireRow[] }> {
  if (!table) throw new TypeError(`The calculation ${id} takes no table`);
  const { sha256, bytes, start, count } = table.rows;
  const key = rowsKey(tenant, id, sha256);
  const read = async (first: number, end: number) => {
    const part = first < end ? await files.get(key, { start: first, end: end - 1 }) : new Uint8Array();
    if (part?.length !== end - first) throw new Error(`The rows of the calculation ${id} are not in the bucket`);
    return part;
  };
  const rowBytes = count === 0 ? 0 : (bytes - start) / count;
  const [first, end] = [offset, offset + limit].map((row) => start + Math.min(row, count) * rowBytes) as [
    number,
    number,
  ];
  const [headBytes, rowsBytes] = await Promise.all([read(0, start), read(first, end)]);
  const head = readRowsHead(headBytes);
  return { head, rows: wireRows(definitionOf(type), head, readRows(rowsBytes)) };
}

/** Rows as a calculation carries them: a list, or elements with the rows of each. */
export function shapeRows(
  { table }: CalculationDefinition,
  rows: readonly WireRow[],
): Readonly<Record<string, unknown>> {
  const { wire, series } = table ?? {};
  if (!wire) return {};
  if (!series || !('rows' in wire)) return { [wire.list]: rows };
  const elements: { name: unknown; rows: WireRow[] }[] = [];
  for (const row of rows) {
    const { [series.object]: name = null, ...rest } = row;
    const last = elements.at(-1);
    if (last && last.name === name) last.rows.push(rest);
    else elements.push({ name, rows: [rest] });
  }
  return {
    [wire.list]: elements.map((element, place) => ({ id: place + 1, name: element.name, [wire.rows]: element.rows })),
  };
}
