import type { CellRef, GridRowList } from './rows.ts';

/** The selected cells: from the anchor, where the selection began, to the focused cell. */
export interface Selection {
  readonly anchor: CellRef;
  readonly focus: CellRef;
}

/** A rectangle of cells; both ends belong to it. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A selection of one cell. */
export function cellSelection(cell: CellRef): Selection {
  return { anchor: cell, focus: cell };
}

/** A selection of a block whose first cell is focused. */
export function blockSelection({ top, bottom, left, right }: Block): Selection {
  return { anchor: { row: bottom, column: right }, focus: { row: top, column: left } };
}

/** The rectangle between the ends of a selection. */
export function blockOf({ anchor, focus }: Selection): Block {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function isSingle({ top, bottom, left, right }: Block): boolean {
  return top === bottom && left === right;
}

export function isInside({ top, bottom, left, right }: Block, { row, column }: CellRef): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The selection within a grid that has lost rows. */
export function clamped({ anchor, focus }: Selection, count: number): Selection {
  const last = Math.max(0, count - 1);
  const within = (cell: CellRef) => (cell.row <= last ? cell : { ...cell, row: last });
  return { anchor: within(anchor), focus: within(focus) };
}

/** The texts of a block as spreadsheets exchange them: tabs between cells, a line a row. */
export function blockText(rows: GridRowList, { top, bottom, left, right }: Block): string {
  return rows
    .slice(top, bottom + 1)
    .map(({ cells }) => cells.slice(left, right + 1).join('\t'))
    .join('\r\n');
}
