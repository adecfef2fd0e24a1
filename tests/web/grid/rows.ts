import type { Column } from '#core/calculations/definition.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { withCell } from '#web/grid/edits.ts';
import { emptyRows, type GridColumns, type GridRow } from '#web/grid/rows.ts';

/** Columns of the grid of the regression. */
export const columns: GridColumns = Object.entries(regres_methane.table.columns) as [string, Column][];
export const width = columns.length;

export function columnOf(name: string): number {
  return columns.findIndex(([column]) => column === name);
}

/** Rows whose first columns hold `texts`. */
export function typedRows(texts: readonly (readonly string[])[]): GridRow[] {
  return texts.reduce(
    (rows, line, row) => line.reduce((typed, text, column) => withCell(typed, { row, column }, text), rows),
    emptyRows(columns, texts.length),
  );
}

/** The texts of the first `count` columns. */
export function texts(rows: readonly GridRow[], count: number): string[][] {
  return rows.map(({ cells }) => cells.slice(0, count));
}
