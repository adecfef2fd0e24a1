import type { Column } from '#core/calculations/definition.ts';
import { parseDecimal } from '#core/contract/decimal.ts';
import type { WireRow } from '#core/contract/rows.ts';
import type { JsonRows } from '../compute/messages.ts';
import { exactText } from '../format.ts';
import { type GridColumns, type GridRow, type GridRowList, isBlankRow } from '../grid/rows.ts';

/** Rows of texts by the names of the columns, such as a file's. */
export function textRows(columns: GridColumns, rows: readonly Readonly<Record<string, string>>[]): GridRow[] {
  return rows.map((row, key) => {
    const cells = columns.map(([name]) => row[name] ?? '');
    return { key, cells, given: cells };
  });
}

/** Rows of the server. */
export function storedRows(columns: GridColumns, rows: readonly WireRow[]): GridRow[] {
  return rows.map((row, key) => {
    const cells = columns.map(([name]) => wireText(row[name] ?? null));
    return { key, id: Number(row.id), cells, given: cells };
  });
}

function wireText(value: number | string | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? exactText(value) : value;
}

/**
 * Rows as they are sent and computed: numbers where they can be read, texts as they are elsewhere,
 * null where blank.
 */
export function jsonRows(columns: GridColumns, rows: GridRowList): JsonRows {
  return rows.map(({ id, cells }) => {
    const values = columns.map(([name, column], index) => [name, jsonCell(column, cells[index] ?? '')]);
    return { ...(id !== undefined && { id }), ...Object.fromEntries(values) };
  });
}

function jsonCell({ kind }: Column, text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const parsed = kind === 'number' ? parseDecimal(trimmed) : undefined;
  return parsed?.ok ? parsed.value : trimmed;
}

/**
 * The difference from stored rows: rows that differ or are new, and the ids of those that are
 * removed.
 */
export function changesOf(before: GridRowList, now: GridRowList) {
  const present = new Set(now.map(({ id }) => id));
  const changed = now.filter(
    (row) => !isBlankRow(row) && (row.id === undefined || row.cells.some((text, index) => text !== row.given?.[index])),
  );
  // A stored row whose cells were all emptied is removed.
  const emptied = now.filter(
    (row) => row.id !== undefined && isBlankRow(row) && row.given?.some((text) => text !== ''),
  );
  const deleted = [...before.filter(({ id }) => !present.has(id)), ...emptied].map(({ id }) => id ?? 0);
  return { changed, deleted };
}
