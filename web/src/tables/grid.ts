import type { Column } from '#core/calculations/definition.ts';
import { parseDecimal } from '#core/contract/decimal.ts';
import type { WireRow } from '#core/contract/rows.ts';
import type { JsonRows } from '../compute/messages.ts';
import { exactText } from '../format.ts';

/** A row as it is typed: a text per column. */
export interface GridRow {
  /** Tells rows of one grid apart. */
  readonly key: number;
  /** Of a stored row. */
  readonly id?: number;
  readonly cells: readonly string[];
  /** What the cells were when they came from the server or a file: left so, they are as good as they came. */
  readonly given?: readonly string[];
}

/** A place in the grid, both counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Rows that a grid holds at most: a person looks through no more; larger tables come as files. */
export const GRID_ROWS = 5000;

/** As specified: decimals of a typed cell, and rows on a page. */
export const CELL_DECIMALS = 4;
export const ROWS_PER_PAGE = 3;

/** Columns that a grid shows, in order. */
export type GridColumns = readonly (readonly [name: string, column: Column])[];

/** What messages call a column. */
export function columnName(columns: GridColumns, column: number): string {
  const { symbol, label = '' } = columns[column]?.[1] ?? {};
  return symbol ?? label;
}

/** Empty rows. */
export function emptyRows(columns: GridColumns, count: number): GridRow[] {
  return Array.from({ length: count }, (_, key) => ({ key, cells: columns.map(() => '') }));
}

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

/** Puts a text into a cell. */
export function withCell(rows: readonly GridRow[], { row, column }: Place, text: string): GridRow[] {
  return rows.map((old, index) => (index === row ? { ...old, cells: old.cells.with(column, text) } : old));
}

/** An empty row after `after`; -1 puts it first. */
export function withRowAfter(rows: readonly GridRow[], after: number, width: number): GridRow[] {
  const fresh = { key: nextKey(rows), cells: Array.from({ length: width }, () => '') };
  return rows.toSpliced(after + 1, 0, fresh);
}

/** Without a row; the last one leaves an empty row behind. */
export function withoutRow(rows: readonly GridRow[], row: number, width: number): GridRow[] {
  const left = rows.toSpliced(row, 1);
  return left.length > 0 ? left : withRowAfter([], -1, width);
}

/** What came of a paste: the rows, where it ended, and how many of its rows found no room. */
export interface Pasted {
  readonly rows: readonly GridRow[];
  readonly last: Place;
  readonly left: number;
}

/**
 * Puts a block of cells at a place; rows are added as needed. `target` says which column each column of the block goes to,
 * undefined: to none.
 */
export function withBlock(
  rows: readonly GridRow[],
  block: readonly (readonly string[])[],
  row: number,
  target: readonly (number | undefined)[],
  width: number,
): Pasted {
  const fitting = block.slice(0, GRID_ROWS - row);
  const next = [...rows];
  let key = nextKey(rows);
  for (const [index, texts] of fitting.entries()) {
    const at = row + index;
    const old = next[at] ?? { key: key++, cells: Array.from({ length: width }, () => '') };
    const cells = [...old.cells];
    for (const [place, text] of texts.entries()) {
      const column = target[place];
      if (column !== undefined && column < width) cells[column] = text;
    }
    next[at] = { ...old, cells };
  }
  const columns = target.filter((column) => column !== undefined && column < width) as number[];
  const last = { row: Math.max(row, row + fitting.length - 1), column: Math.max(0, ...columns) };
  return { rows: next, last, left: block.length - fitting.length };
}

function nextKey(rows: readonly GridRow[]): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
}

/** Whether nothing is typed in a row. */
export function isBlankRow({ cells }: GridRow): boolean {
  return cells.every((text) => text.trim() === '');
}

/** Number of rows up to the last one in which something is typed; the blank rows below are room for typing. */
export function filledLength(rows: readonly GridRow[]): number {
  return rows.findLastIndex((row) => !isBlankRow(row)) + 1;
}

/** Rows in which something is typed. */
export function filledRows(rows: readonly GridRow[]): GridRow[] {
  return rows.filter((row) => !isBlankRow(row));
}

/** Rows as they are sent and computed: numbers where they can be read, texts as they are elsewhere, null where blank. */
export function jsonRows(columns: GridColumns, rows: readonly GridRow[]): JsonRows {
  return rows.map(({ id, cells }) => {
    const values = columns.map(([name, column], place) => [name, jsonCell(column, cells[place] ?? '')]);
    return { ...(id !== undefined && { id }), ...Object.fromEntries(values) };
  });
}

function jsonCell({ kind }: Column, text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const parsed = kind === 'number' ? parseDecimal(trimmed) : undefined;
  return parsed?.ok ? parsed.value : trimmed;
}

/** What has become of stored rows: those that differ or are new, and the ids of those that are gone. */
export function changesOf(before: readonly GridRow[], now: readonly GridRow[]) {
  const kept = new Set(now.map(({ id }) => id));
  const changed = now.filter(
    (row) => !isBlankRow(row) && (row.id === undefined || row.cells.some((text, place) => text !== row.given?.[place])),
  );
  // A stored row whose cells were all emptied is taken away.
  const emptied = now.filter(
    (row) => row.id !== undefined && isBlankRow(row) && row.given?.some((text) => text !== ''),
  );
  const deleted = [...before.filter(({ id }) => !kept.has(id)), ...emptied].map(({ id }) => id ?? 0);
  return { changed, deleted };
}
