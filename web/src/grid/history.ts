import type { CellRef, GridRowList } from './rows.ts';

/** Steps that can be undone, at most. Rows that a step leaves alone are shared, so a step costs a list of their references. */
const STEPS = 200;

/** The rows of a grid with the states before and after them. */
export interface GridHistory {
  readonly past: readonly GridRowList[];
  readonly rows: GridRowList;
  readonly future: readonly GridRowList[];
  /** Cell whose text is being typed: its keystrokes are one step. */
  readonly typing?: string | undefined;
}

/** A history that begins with `rows`. */
export function newHistory(rows: GridRowList): GridHistory {
  return { past: [], rows, future: [] };
}

/** Adds a step. `typing` names the cell that is typed into; consecutive steps of one cell become one. */
export function withStep(history: GridHistory, rows: GridRowList, typing?: string): GridHistory {
  if (rows === history.rows) return history;
  const continues = typing !== undefined && typing === history.typing;
  const past = continues ? history.past : [...history.past, history.rows].slice(-STEPS);
  return { past, rows, future: [], typing };
}

/** The state one step earlier; the same history where there is none. */
export function undone({ past, rows, future, ...rest }: GridHistory): GridHistory {
  const before = past.at(-1);
  if (!before) return { past, rows, future, ...rest };
  return { past: past.slice(0, -1), rows: before, future: [rows, ...future] };
}

/** The state that was undone last; the same history where there is none. */
export function redone({ past, rows, future, ...rest }: GridHistory): GridHistory {
  const [next, ...later] = future;
  if (!next) return { past, rows, future, ...rest };
  return { past: [...past, rows], rows: next, future: later };
}

/** The first cell in which two states differ; undefined: they are the same. */
export function firstDifference(before: GridRowList, after: GridRowList): CellRef | undefined {
  const row = after.findIndex((one, index) => one !== before[index]);
  if (row < 0) {
    return after.length < before.length ? { row: Math.max(0, after.length - 1), column: 0 } : undefined;
  }
  const column = after[row]?.cells.findIndex((text, index) => text !== before[row]?.cells[index]) ?? 0;
  return { row, column: Math.max(0, column) };
}
