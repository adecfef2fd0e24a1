import { useMemo } from 'react';
import { cellReaders, gridFault } from './cell_fault.ts';
import classes from './GridTable.module.css';
import { columnName, filledLength } from './rows.ts';
import { isSingle } from './selection.ts';
import type { Grid, GridModel } from './use_grid.ts';

interface GridStatusProps {
  readonly model: GridModel;
  readonly grid: Grid;
}

/** The fault of the focused cell, or what was done last, or how much is selected. */
export function GridStatus({ model: { columns, rows }, grid }: GridStatusProps) {
  const { focus } = grid.selection;
  const readers = useMemo(() => cellReaders(columns), [columns]);
  const fault = gridFault(columns, readers, rows, focus, filledLength(rows));
  const { top, bottom, left, right } = grid.block;
  const selected = isSingle(grid.block) ? '' : `Выделено: строк ${bottom - top + 1}, столбцов ${right - left + 1}.`;
  return (
    <p className={classes.status} role="status" data-fault={fault !== undefined}>
      {fault === undefined
        ? grid.notice || selected
        : `Строка ${focus.row + 1}, ${columnName(columns, focus.column)}: ${fault}${grid.notice && ` ${grid.notice}`}`}
    </p>
  );
}
