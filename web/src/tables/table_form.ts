import { atom } from 'jotai';
import type { TableUse } from '#core/calculations/definition.ts';
import { parseSettings } from '#core/calculations/schema.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Model } from '#core/contract/model.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import type { TableInput } from '../compute/messages.ts';
import { createForm, type FormContext } from '../fields/form.ts';
import { newHistory, type undone, withStep } from '../grid/history.ts';
import { type CellRef, emptyRows, filledRows, GRID_ROWS_PER_PAGE, type GridRowList, isBlankRow } from '../grid/rows.ts';
import { forgetFile, keptFileAtom, serialOf } from './kept_file.ts';
import { chosenModel } from './model_choice.ts';
import type { TablePreview } from './preview.ts';
import { keepRows, keptRows } from './rows_draft.ts';
import { changesOf, jsonRows, storedRows } from './typed_rows.ts';

/** All rows of a stored calculation. */
export interface SavedRows {
  readonly head: RowsHead;
  readonly rows: readonly WireRow[];
}

/** All that the form of a table is made of, known before it opens. */
export interface TableFormContext extends FormContext {
  readonly table: TableUse;
  readonly models: readonly Model[];
  readonly calculation?: Calculation;
  /** Its rows, unless they are too many to look through. */
  readonly stored?: SavedRows;
}

/** Where rows come from, and a key that changes with them. */
export interface KeyedInput {
  readonly key: string;
  readonly isFile: boolean;
  /** Gathers the rows, which takes its time where there are thousands. */
  readonly gather: () => TableInput;
}

/** The state of one open form of a table: draft, typed rows, file → input → preview. */
export function createTableForm(context: TableFormContext) {
  const { definition, table, calculation, stored, models, draftKey } = context;
  const form = createForm(context);
  const columns = Object.entries(table.columns);
  const before = table.hasGrid && stored ? storedRows(columns, stored.rows) : [];
  const firstRows = before.length > 0 ? before : emptyRows(columns, GRID_ROWS_PER_PAGE);
  const kept = table.hasGrid ? keptRows(draftKey, columns.length) : null;
  const historyAtom = atom(newHistory(kept ?? firstRows));
  const typedAtom = atom((get) => get(historyAtom).rows);
  const fileAtom = keptFileAtom(draftKey);
  /** A stored table that is too large for the grid can only be replaced by a file. */
  const canType = table.hasGrid && (!calculation || stored !== undefined);
  const isGridAtom = atom((get) => canType && (get(form.draftAtom).isGrid ?? get(fileAtom) === null));
  const isFinishedAtom = atom(false);
  let revision = 0;

  const inputAtom = atom((get): KeyedInput | undefined => {
    const file = get(fileAtom);
    if (!get(isGridAtom)) {
      if (file) return { key: `file ${serialOf(file)}`, isFile: true, gather: () => ({ kind: 'file', file }) };
      const gather = (given: SavedRows) => () => ({ kind: 'stored', ...given, changed: [], deleted: [] }) as const;
      return stored && { key: 'stored', isFile: false, gather: gather(stored) };
    }
    const rows = get(typedAtom);
    if (rows.every(isBlankRow)) return undefined;
    const gather = (): TableInput => {
      if (!stored) return { kind: 'rows', rows: jsonRows(columns, filledRows(rows)) };
      const { changed, deleted } = changesOf(before, rows);
      return { kind: 'stored', ...stored, changed: jsonRows(columns, changed), deleted };
    };
    return { key: `typed ${++revision}`, isFile: false, gather };
  });

  return {
    ...form,
    context,
    columns,
    canType,
    isGridAtom,
    fileAtom,
    inputAtom,
    /**
     * The rows of the grid. A write is a step to undo; `typing` names the cell whose keystrokes
     * make one step.
     */
    rowsAtom: atom(
      (get) => get(typedAtom),
      (get, set, rows: GridRowList, typing?: string) => set(historyAtom, withStep(get(historyAtom), rows, typing)),
    ),
    /** Undoes or redoes a step of the grid. */
    stepAtom: atom(null, (get, set, step: typeof undone) => {
      set(historyAtom, step(get(historyAtom)));
      return get(typedAtom);
    }),
    stepsAtom: atom((get) => {
      const { past, future } = get(historyAtom);
      return { canUndo: past.length > 0, canRedo: future.length > 0 };
    }),
    /** The cell that the grid is to focus; a new object each time. */
    focusedCellAtom: atom<CellRef | undefined>(undefined),
    /** Whether rows were typed. */
    hasTypedAtom: atom((get) => get(typedAtom) !== firstRows),
    settingsAtom: atom((get) => parseSettings(definition, get(form.draftAtom).values)),
    modelAtom: atom((get) => chosenModel(table, get(form.draftAtom), models, calculation)),
    previewAtom: atom<TablePreview>({ status: 'empty' }),
    /** Whether anything is there to lose. */
    hasDraftAtom: atom((get) => get(form.hasDraftAtom) || get(typedAtom) !== firstRows || get(fileAtom) !== null),
    /**
     * The rows to send: all that are typed, or of stored ones those that differ, and the ids of
     * those that are gone.
     */
    typedRowsAtom: atom((get) => {
      const rows = get(typedAtom);
      if (!stored) return { data: jsonRows(columns, filledRows(rows)), deleted: [] };
      const { changed, deleted } = changesOf(before, rows);
      return { data: jsonRows(columns, changed), deleted };
    }),
    /**
     * Removes the draft of a form that was saved; the form shows what was saved until it has
     * closed.
     */
    finishAtom: atom(
      (get) => get(isFinishedAtom),
      (_get, set) => {
        set(isFinishedAtom, true);
        set(form.finishAtom);
        keepRows(draftKey, null);
        forgetFile(draftKey);
      },
    ),
    clearDraftAtom: atom(null, (_get, set) => {
      set(form.clearDraftAtom);
      set(historyAtom, newHistory(firstRows));
      set(fileAtom, null);
      keepRows(draftKey, null);
    }),
  };
}

export type TableFormModel = ReturnType<typeof createTableForm>;
