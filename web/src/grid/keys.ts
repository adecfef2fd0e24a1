import { redone, undone } from './history.ts';
import type { CellRef, GridRowList } from './rows.ts';
import { blockOf, cellSelection, isSingle, type Selection } from './selection.ts';

export interface PressedKey {
  readonly key: string;
  /** The key's position, which a Russian layout does not change. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The text of the focused cell and its selected part. */
interface Caret {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

interface GridState {
  readonly rows: GridRowList;
  readonly columns: number;
  readonly perPage: number;
  readonly selection: Selection;
  /** Column to which Enter returns: where Tab began to fill in the row. */
  readonly enterColumn: number | undefined;
}

/** What a key does to the grid. */
export type GridCommand =
  | { readonly kind: 'select'; readonly selection: Selection; readonly enterColumn?: number }
  | { readonly kind: 'step'; readonly step: typeof undone }
  | { readonly kind: 'append'; readonly column: number }
  | { readonly kind: 'fillDown' | 'clear' | 'revert' | 'edit' };

/**
 * The command of a key; undefined: the browser's own, such as a letter of the text. While the whole
 * text of the cell is selected, as it
 * is when the cell gets the focus, arrows move between cells; with a caret in the text, they move
 * in the text and leave it at its ends.
 */
export function commandOf(pressed: PressedKey, caret: Caret, state: GridState): GridCommand | undefined {
  if (pressed.altKey) return undefined;
  const isWhole = caret.selectionStart === 0 && caret.selectionEnd === caret.value.length;
  if (pressed.ctrlKey || pressed.metaKey) return controlCommand(pressed, isWhole, state);
  const { key, shiftKey } = pressed;
  const { rows, columns, selection } = state;
  const { focus } = selection;
  if (key === 'F2') return { kind: 'edit' };
  if (key === 'Escape') return { kind: 'revert' };
  if (key === 'Enter') return enter(shiftKey, state);
  if (key === 'Tab') return tab(shiftKey, state);
  if (key === 'Delete' || key === 'Backspace') return isSingle(blockOf(selection)) ? undefined : { kind: 'clear' };
  if (key === ' ' && shiftKey && isWhole) return wholeRows(state);
  const isAtStart = isWhole || (caret.selectionStart === 0 && caret.selectionEnd === 0);
  const isAtEnd = isWhole || (caret.selectionStart === caret.value.length && caret.selectionEnd === caret.value.length);
  const lastRow = rows.length - 1;
  const moves: Readonly<Record<string, CellRef | false>> = {
    ArrowUp: { ...focus, row: Math.max(0, focus.row - 1) },
    ArrowDown: { ...focus, row: Math.min(lastRow, focus.row + 1) },
    PageUp: { ...focus, row: Math.max(0, focus.row - state.perPage) },
    PageDown: { ...focus, row: Math.min(lastRow, focus.row + state.perPage) },
    ArrowLeft: (shiftKey ? isWhole : isAtStart) && { ...focus, column: Math.max(0, focus.column - 1) },
    ArrowRight: (shiftKey ? isWhole : isAtEnd) && { ...focus, column: Math.min(columns - 1, focus.column + 1) },
    Home: (shiftKey ? isWhole : isAtStart) && { ...focus, column: 0 },
    End: (shiftKey ? isWhole : isAtEnd) && { ...focus, column: columns - 1 },
  };
  return moveTo(moves[key], shiftKey, selection);
}

function controlCommand(pressed: PressedKey, isWhole: boolean, state: GridState): GridCommand | undefined {
  const { code, key, shiftKey } = pressed;
  const { rows, columns, selection } = state;
  const { focus } = selection;
  const last = { row: rows.length - 1, column: columns - 1 };
  if (code === 'KeyZ') return { kind: 'step', step: shiftKey ? redone : undone };
  if (code === 'KeyY' && !shiftKey) return { kind: 'step', step: redone };
  if (code === 'KeyD' && !shiftKey) return { kind: 'fillDown' };
  if (code === 'KeyA' && isWhole) return { kind: 'select', selection: { anchor: last, focus: { row: 0, column: 0 } } };
  if (key === 'Home') return moveTo({ row: 0, column: 0 }, shiftKey, selection);
  if (key === 'End') return moveTo(last, shiftKey, selection);
  const way = WAYS[key];
  // Within a text, Ctrl and a sideways arrow move by words.
  if (!way || (!isWhole && way.row === 0)) return undefined;
  return moveTo(dataEdge(rows, columns, focus, way), shiftKey, selection);
}

function moveTo(cell: CellRef | false | undefined, extend: boolean, { anchor }: Selection): GridCommand | undefined {
  if (!cell) return undefined;
  return { kind: 'select', selection: extend ? { anchor, focus: cell } : cellSelection(cell) };
}

function enter(isBack: boolean, { rows, selection: { focus }, enterColumn }: GridState): GridCommand {
  const column = enterColumn ?? focus.column;
  const row = isBack ? Math.max(0, focus.row - 1) : focus.row + 1;
  return row >= rows.length
    ? { kind: 'append', column }
    : { kind: 'select', selection: cellSelection({ row, column }) };
}

/**
 * Tab fills in a row from left to right; at its end it leaves the grid, as the keyboard must be
 * able to.
 */
function tab(isBack: boolean, { columns, selection: { focus }, enterColumn }: GridState): GridCommand | undefined {
  const column = focus.column + (isBack ? -1 : 1);
  if (column < 0 || column >= columns) return undefined;
  const selection = cellSelection({ ...focus, column });
  return { kind: 'select', selection, enterColumn: Math.min(enterColumn ?? focus.column, column) };
}

function wholeRows({ columns, selection: { anchor, focus } }: GridState): GridCommand {
  const selection = { anchor: { ...anchor, column: columns - 1 }, focus: { ...focus, column: 0 } };
  return { kind: 'select', selection };
}

const WAYS: Readonly<Record<string, CellRef>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/**
 * The last cell of the run of filled cells, or the first one after a gap, or the edge of the grid:
 * where Ctrl and an arrow lead.
 */
function dataEdge(rows: GridRowList, columns: number, from: CellRef, way: CellRef): CellRef {
  const next = ({ row, column }: CellRef): CellRef => ({ row: row + way.row, column: column + way.column });
  const isIn = ({ row, column }: CellRef) => row >= 0 && row < rows.length && column >= 0 && column < columns;
  const isFilled = ({ row, column }: CellRef) => (rows[row]?.cells[column] ?? '').trim() !== '';
  if (!isIn(next(from))) return from;
  const isRun = isFilled(from) && isFilled(next(from));
  let at = next(from);
  while (isIn(next(at)) && (isRun ? isFilled(next(at)) : !isFilled(at))) at = next(at);
  return at;
}
