import { type CellRef, GRID_ROWS, type GridRow, type GridRowList } from './rows.ts';
import type { Block } from './selection.ts';

// Every edit leaves the rows it does not touch as they are: the history shares them.

/** Replaces the text of a cell. */
export function withCell(rows: GridRowList, { row, column }: CellRef, text: string): GridRow[] {
  return rows.map((old, index) => (index === row ? { ...old, cells: old.cells.with(column, text) } : old));
}

/** Replaces the texts of a block; `textAt` gets each cell. */
export function withTexts(rows: GridRowList, block: Block, textAt: (cell: CellRef) => string): GridRow[] {
  return rows.map((old, row) => {
    if (row < block.top || row > block.bottom) return old;
    const cells = old.cells.map((text, column) =>
      column < block.left || column > block.right ? text : textAt({ row, column }),
    );
    return { ...old, cells };
  });
}

/**
 * Copies the first row of a block to its other rows; a block of one row gets the texts of the row
 * above.
 */
export function filledDown(rows: GridRowList, block: Block): GridRow[] {
  const source = block.bottom > block.top ? block.top : Math.max(0, block.top - 1);
  return withTexts(rows, block, ({ column }) => rows[source]?.cells[column] ?? '');
}

/** Inserts empty rows before the row `at`, as many as there is room for. */
export function withRowsInserted(rows: GridRowList, at: number, count: number, width: number): GridRow[] {
  const first = nextKey(rows);
  const room = Math.max(0, Math.min(count, GRID_ROWS - rows.length));
  const fresh = Array.from({ length: room }, (_, index) => emptyRow(first + index, width));
  return rows.toSpliced(at, 0, ...fresh);
}

/** Removes rows; an empty one remains where all are removed. */
export function withoutRows(rows: GridRowList, { top, bottom }: Block, width: number): GridRow[] {
  const left = rows.toSpliced(top, bottom - top + 1);
  return left.length > 0 ? left : [emptyRow(nextKey(rows), width)];
}

/**
 * Rows after a paste, the block that was written, and the number of pasted rows that found no room.
 */
export interface PasteResult {
  readonly rows: GridRow[];
  readonly block: Block;
  readonly left: number;
}

/**
 * Writes a block of texts from the row `row` downwards and adds rows as needed. `target`: the
 * grid's column for each column of the
 * block; undefined: it is left out.
 */
export function withPasted(
  rows: GridRowList,
  texts: readonly (readonly string[])[],
  row: number,
  target: readonly (number | undefined)[],
  width: number,
): PasteResult {
  const fitting = texts.slice(0, GRID_ROWS - row);
  const next = [...rows];
  let key = nextKey(rows);
  for (const [index, line] of fitting.entries()) {
    const at = row + index;
    const old = next[at] ?? emptyRow(key++, width);
    const cells = [...old.cells];
    for (const [offset, text] of line.entries()) {
      const column = target[offset];
      if (column !== undefined && column < width) cells[column] = text;
    }
    next[at] = { ...old, cells };
  }
  const columns = target.filter((column) => column !== undefined && column < width) as number[];
  const block: Block = {
    top: row,
    bottom: Math.max(row, row + fitting.length - 1),
    left: Math.max(0, Math.min(...columns)),
    right: Math.min(width - 1, Math.max(0, ...columns)),
  };
  return { rows: next, block, left: texts.length - fitting.length };
}

function emptyRow(key: number, width: number): GridRow {
  return { key, cells: Array.from({ length: width }, () => '') };
}

function nextKey(rows: GridRowList): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
}
