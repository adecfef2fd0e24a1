import type { Place } from './grid.ts';
import { redone, undone } from './grid_history.ts';

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** What of the text of a cell is selected. */
interface Caret {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  readonly perPage: number;
}

/** The step of the history that a key asks for; by its place on the keyboard, because a Russian layout has other letters there. */
export function stepOf({ code, ctrlKey, metaKey, shiftKey, altKey }: Pressed & { readonly code: string }) {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (code === 'KeyZ') return shiftKey ? redone : undone;
  return code === 'KeyY' && !shiftKey ? redone : undefined;
}

/**
 * Where a key leads from a cell; undefined: the key belongs to the text. A row behind the last asks for a new one. Keys that move
 * within a text leave the cell only at its end, or while all of it is selected, as it is on entering.
 */
export function moveOf(pressed: Pressed, caret: Caret, { row, column }: Place, size: Size): Place | undefined {
  const { key, shiftKey, altKey } = pressed;
  if (altKey) return undefined;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const isJump = pressed.ctrlKey || pressed.metaKey;
  if (isJump) {
    if (key === 'Home') return { row: 0, column: 0 };
    return key === 'End' ? { row: lastRow, column: lastColumn } : undefined;
  }
  if (key === 'Enter') return shiftKey ? { row: Math.max(0, row - 1), column } : { row: row + 1, column };
  if (shiftKey) return undefined;
  if (key === 'ArrowUp') return { row: Math.max(0, row - 1), column };
  if (key === 'ArrowDown') return { row: Math.min(lastRow, row + 1), column };
  if (key === 'PageUp') return { row: Math.max(0, row - size.perPage), column };
  if (key === 'PageDown') return { row: Math.min(lastRow, row + size.perPage), column };
  const { value, selectionStart, selectionEnd } = caret;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  const isAtStart = isWhole || (selectionStart === 0 && selectionEnd === 0);
  const isAtEnd = isWhole || (selectionStart === value.length && selectionEnd === value.length);
  if (key === 'ArrowLeft' && isAtStart) return { row, column: Math.max(0, column - 1) };
  if (key === 'ArrowRight' && isAtEnd) return { row, column: Math.min(lastColumn, column + 1) };
  if (key === 'Home' && isAtStart) return { row, column: 0 };
  if (key === 'End' && isAtEnd) return { row, column: lastColumn };
  return undefined;
}
