import type { Column } from '#core/calculations/definition.ts';

/** A row as it is typed: a text per column. */
export interface GridRow {
  /** Identifies the row in its grid. */
  readonly key: number;
  /** Of a stored row. */
  readonly id?: number;
  readonly cells: readonly string[];
  /** The cells as the server or a file gave them: left unchanged, they are accepted as they are. */
  readonly given?: readonly string[];
}

export type GridRowList = readonly GridRow[];

/** A cell of the grid, by row and column from 0. */
export interface CellRef {
  readonly row: number;
  readonly column: number;
}

/** Rows that a grid holds, at most; larger tables are loaded as files. */
export const GRID_ROWS = 5000;

/** Rows on a page of the form, as specified. */
export const GRID_ROWS_PER_PAGE = 3;

/** Columns that a grid shows, in order. */
export type GridColumns = readonly (readonly [name: string, column: Column])[];

/** Name of a column in messages. */
export function columnName(columns: GridColumns, column: number): string {
  const { symbol, label = '' } = columns[column]?.[1] ?? {};
  return symbol ?? label;
}

/** Empty rows. */
export function emptyRows(columns: GridColumns, count: number): GridRow[] {
  return Array.from({ length: count }, (_, key) => ({ key, cells: columns.map(() => '') }));
}

/** Whether a row is without any text. */
export function isBlankRow({ cells }: GridRow): boolean {
  return cells.every((text) => text.trim() === '');
}

/** Rows with a text in some cell. */
export function filledRows(rows: GridRowList): GridRow[] {
  return rows.filter((row) => !isBlankRow(row));
}

/** Number of rows up to the last one with a text; the blank rows below are room for typing. */
export function filledLength(rows: GridRowList): number {
  return rows.findLastIndex((row) => !isBlankRow(row)) + 1;
}
