import { useEffect, useState } from 'react';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { counted } from '#core/contract/russian.ts';
import { formatNumber } from '../format.ts';
import { filledDown, withCell, withoutRows, withRowsInserted, withTexts } from './edits.ts';
import { firstDifference, undone } from './history.ts';
import type { GridCommand } from './keys.ts';
import { type CellRef, GRID_ROWS, type GridColumns, type GridRowList } from './rows.ts';
import { type Block, blockOf, blockSelection, cellSelection, clamped, type Selection } from './selection.ts';

/** The rows of a grid; their owner keeps them and their history. */
export interface GridModel {
  readonly definition: CalculationDefinition;
  readonly columns: GridColumns;
  readonly rows: GridRowList;
  /** Replaces the rows, as a step to undo. `typing`: consecutive steps of one name are one. */
  readonly onRows: (rows: GridRowList, typing?: string) => void;
  /** Undoes or redoes a step and returns the rows after it. */
  readonly onStep: (step: typeof undone) => GridRowList;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** A cell to focus; each new object is a new request. */
  readonly requestedCell: CellRef | undefined;
}

/** Selection, notice and edits of an open grid. */
export function useGrid({ columns, rows, onRows, onStep, requestedCell }: GridModel) {
  const [state, setState] = useState({ selection: cellSelection({ row: 0, column: 0 }), visit: 0 });
  const [enterColumn, setEnterColumn] = useState<number>();
  const [notice, setNotice] = useState('');
  /** Whether the focused cell was typed into since it got the focus. */
  const [isTyping, setTyping] = useState(false);
  const selection = clamped(state.selection, rows.length);
  const block = blockOf(selection);
  const width = columns.length;

  const select = (next: Selection, column?: number) => {
    setState(({ visit }) => ({ selection: next, visit: visit + 1 }));
    setEnterColumn(column);
    setTyping(false);
    setNotice('');
  };
  /** Replaces the rows, selects what was changed and says what was done. */
  const edit = (next: GridRowList, changed: Selection, text: string) => {
    onRows(next);
    select(changed);
    setNotice(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another request moves the focus
  useEffect(() => {
    if (requestedCell) select(cellSelection(requestedCell));
  }, [requestedCell]);

  const type = (cell: CellRef, text: string) => {
    const key = rows[cell.row]?.key;
    onRows(withCell(rows, cell, text), `${key},${cell.column},${state.visit}`);
    setTyping(true);
    setNotice('');
  };
  const step = (way: typeof undone) => {
    const changed = firstDifference(rows, onStep(way));
    if (!changed) return setNotice('Других шагов нет.');
    select(cellSelection(changed));
    setNotice(way === undone ? 'Отменено.' : 'Возвращено.');
  };
  const append = (column = 0) => {
    if (rows.length >= GRID_ROWS) return setNotice(fullText());
    edit(withRowsInserted(rows, rows.length, 1, width), cellSelection({ row: rows.length, column }), '');
  };
  /** Inserts as many rows as are selected. */
  const insertRows = (at: number) => {
    const next = withRowsInserted(rows, at, block.bottom - block.top + 1, width);
    const count = next.length - rows.length;
    if (count === 0) return setNotice(fullText());
    edit(next, cellSelection({ row: at, column: selection.focus.column }), `Добавлено: ${rowsText(count)}.`);
  };
  const deleteRows = () => {
    const next = withoutRows(rows, block, width);
    const row = Math.min(block.top, next.length - 1);
    const text = `Удалено: ${rowsText(block.bottom - block.top + 1)}.`;
    edit(next, cellSelection({ row, column: selection.focus.column }), text);
  };
  const fillDown = (target: Block = block) => {
    if (target.bottom === 0) return setNotice('Выделите и ячейки ниже той, что нужно повторить.');
    edit(filledDown(rows, target), blockSelection(target), 'Заполнено вниз.');
  };
  const clear = () =>
    edit(
      withTexts(rows, block, () => ''),
      selection,
      'Ячейки очищены.',
    );

  /** Carries a command out; false: it does not concern the grid now. */
  const run = (command: GridCommand, cell: HTMLInputElement): boolean => {
    if (command.kind === 'select') select(command.selection, command.enterColumn);
    if (command.kind === 'step') step(command.step);
    if (command.kind === 'append') append(command.column);
    if (command.kind === 'fillDown') fillDown();
    if (command.kind === 'clear') clear();
    if (command.kind === 'edit') cell.setSelectionRange(cell.value.length, cell.value.length);
    if (command.kind !== 'revert') return true;
    // What was typed since the cell got the focus is one step.
    if (isTyping) step(undone);
    return isTyping;
  };
  return {
    ...{ selection, block, enterColumn, notice, isTyping, setNotice },
    /** Changes with every selection: the cell is to be focused. */
    visit: state.visit,
    ...{ select, edit, type, step, append, insertRows, deleteRows, fillDown, clear, run },
  };
}

export type Grid = ReturnType<typeof useGrid>;

export function rowsText(count: number): string {
  return counted(count, 'строка', 'строки', 'строк');
}

/** Why no more rows can be added. */
export function fullText(): string {
  return `В таблицу помещается ${formatNumber(GRID_ROWS)} строк. Большую таблицу загрузите файлом.`;
}
