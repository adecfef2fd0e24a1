// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the input of a gridcell gets the focus, as the grid pattern has it
import { formatNumber } from '../format.ts';
import classes from './GridTable.module.css';
import { type CellRef, columnName, type GridRow } from './rows.ts';
import { type Block, isInside } from './selection.ts';
import type { Grid, GridModel } from './use_grid.ts';

interface RowCellsProps {
  readonly at: number;
  readonly row: GridRow;
  readonly model: GridModel;
  readonly grid: Grid;
  /** The block that is marked: the selected one, or the one that is being filled. */
  readonly drawn: Block;
  readonly faultAt: (cell: CellRef) => string | undefined;
}

/** A row: its number and an input for each cell. */
export function RowCells({ at, row, model, grid, drawn, faultAt }: RowCellsProps) {
  const { focus } = grid.selection;
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row" className={classes.number} data-row={at}>
        {formatNumber(at + 1)}
      </th>
      {model.columns.map(([name, column], index) => {
        const cell = { row: at, column: index };
        const fault = faultAt(cell);
        const isSelected = isInside(drawn, cell);
        const isFocused = at === focus.row && index === focus.column;
        const isCorner = at === drawn.bottom && index === drawn.right;
        return (
          <td
            key={name}
            role="gridcell"
            data-cell={`${at},${index}`}
            aria-selected={isSelected}
            aria-colindex={index + 2}
          >
            <input
              className={classes.cell}
              data-cell={`${at},${index}`}
              data-kind={column.kind}
              // Escape then takes back what was typed, and the dialog stays open.
              data-mantine-stop-propagation={isFocused && grid.isTyping}
              tabIndex={isFocused ? 0 : -1}
              aria-label={`Строка ${at + 1}, ${columnName(model.columns, index)}`}
              aria-invalid={fault !== undefined}
              title={fault}
              inputMode={column.kind === 'number' ? 'decimal' : 'text'}
              autoComplete="off"
              placeholder={column.kind === 'date' ? 'гггг-мм-дд' : undefined}
              value={row.cells[index] ?? ''}
              onChange={(event) => grid.type(cell, event.currentTarget.value)}
            />
            {isCorner && <span className={classes.handle} data-fill-handle aria-hidden="true" />}
          </td>
        );
      })}
    </tr>
  );
}
