// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: the room of rows that are not drawn cannot be focused
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { cellReaders, gridFault } from './cell_fault.ts';
import { clipboardHandlers } from './clipboard.ts';
import classes from './GridTable.module.css';
import { commandOf } from './keys.ts';
import { cellOf, type GridPointer } from './pointer.ts';
import { RowCells } from './RowCells.tsx';
import { ROW_HEIGHT, type Slot } from './row_window.ts';
import { type CellRef, filledLength } from './rows.ts';
import { cellSelection } from './selection.ts';
import type { Grid, GridModel } from './use_grid.ts';

interface GridTableProps {
  readonly model: GridModel;
  readonly grid: Grid;
  readonly pointer: GridPointer;
  /** The rows that are drawn. */
  readonly slots: readonly Slot[];
  readonly perPage: number;
}

/**
 * The cells: each an input with a name of its own; one of them is a stop of the Tab key, the others
 * are reached by the arrows.
 */
export function GridTable({ model, grid, pointer, slots, perPage }: GridTableProps) {
  const { columns, rows } = model;
  const { selection, visit } = grid;
  const table = useRef<HTMLTableElement>(null);
  const readers = useMemo(() => cellReaders(columns), [columns]);
  const filled = useMemo(() => filledLength(rows), [rows]);
  const faultAt = (cell: CellRef) => gridFault(columns, readers, rows, cell, filled);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit says that the cell is to be focused
  useLayoutEffect(() => {
    if (visit === 0) return;
    const { row, column } = selection.focus;
    const cell = table.current?.querySelector<HTMLInputElement>(`input[data-cell="${row},${column}"]`);
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (pointer.isTouch()) return;
    cell?.focus({ preventScroll: true });
    cell?.select();
  }, [visit]);

  const press = (event: KeyboardEvent) => {
    const cell = event.target;
    if (!(cell instanceof HTMLInputElement)) return;
    const state = { rows, columns: columns.length, perPage, selection, enterColumn: grid.enterColumn };
    const command = commandOf(event, cell, state);
    if (!command || !grid.run(command, cell)) return;
    event.preventDefault();
  };
  const focus = (event: FocusEvent) => {
    const cell = cellOf(event.target);
    const { row, column } = selection.focus;
    if (!cell || (cell.row === row && cell.column === column)) return;
    grid.select(cellSelection(cell));
  };
  const drawn = pointer.filling ?? grid.block;
  return (
    <table
      className={classes.grid}
      ref={table}
      role="grid"
      aria-multiselectable="true"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={press}
      onFocus={focus}
      {...pointer.handlers}
      {...clipboardHandlers(model, grid)}
    >
      <caption className={classes.caption}>
        Строки таблицы. Стрелки и Enter переводят между ячейками, Shift со стрелками выделяет блок, Ctrl+C и Ctrl+V
        копируют и вставляют его, Ctrl+D заполняет вниз, Ctrl+Z отменяет. Tab в последнем столбце выводит из таблицы.
      </caption>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes.number}>
            №
          </th>
          {columns.map(([name, { kind, label, symbol, unit }], column) => (
            <th key={name} scope="col" title={label} data-kind={kind} data-column={column}>
              {symbol && <b>{symbol}</b>}
              {symbol && unit !== '' && ', '}
              {unit}
              <span className={symbol ? classes.label : undefined}>{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.map((slot, index) => {
          if (slot.kind === 'gap') {
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no identity
            return <tr key={`gap ${index}`} aria-hidden="true" style={{ height: slot.rows * ROW_HEIGHT }} />;
          }
          const row = rows[slot.row];
          return row && <RowCells key={row.key} at={slot.row} row={row} {...{ model, grid, drawn, faultAt }} />;
        })}
      </tbody>
    </table>
  );
}
