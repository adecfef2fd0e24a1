// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses the roles that are not said outright
import { type KeyboardEvent, type ReactNode, useCallback } from 'react';
import { useRowFocus } from '../browser/focus.ts';
import classes from './DataTable.module.css';

export interface TableColumn<T> {
  readonly key: string;
  readonly header: string;
  readonly unit?: string;
  readonly cell: (item: T) => ReactNode;
  /** Figures stand right-aligned. */
  readonly isNumeric?: boolean;
}

interface DataTableProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly T[];
  /** The first column carries the link or button that Enter opens; marked with `data-row-link`. */
  readonly columns: readonly TableColumn<T>[];
  readonly onOpen: (item: T) => void;
  readonly actions: (item: T) => ReactNode;
}

/** A table whose rows open by click, by Enter on their first cell, and are walked with the arrow keys; on a phone its rows are cards. */
export function DataTable<T extends { readonly id: string }>({
  label,
  items,
  columns,
  onOpen,
  actions,
}: DataTableProps<T>) {
  const rowFocus = useRowFocus(items);
  const walk = useCallback((event: KeyboardEvent<HTMLTableSectionElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
    const here = links.indexOf(document.activeElement as HTMLElement);
    if (step === 0 || here < 0) return;
    event.preventDefault();
    links[here + step]?.focus();
  }, []);
  return (
    <table className={classes.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, unit, isNumeric }) => (
            <th key={key} role="columnheader" scope="col" data-numeric={isNumeric}>
              {unit === undefined ? header : `${header}, `}
              {unit !== undefined && <span className={classes.unit}>{unit}</span>}
            </th>
          ))}
          <th role="columnheader" scope="col" className={classes.actions}>
            Действия
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={walk} {...rowFocus}>
        {items.map((item) => (
          <tr key={item.id} role="row" onClick={() => onOpen(item)}>
            {columns.map(({ key, header, unit, cell, isNumeric }) => (
              <td
                key={key}
                role="cell"
                data-label={unit === undefined ? header : `${header}, ${unit}`}
                data-numeric={isNumeric}
              >
                {cell(item)}
              </td>
            ))}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on buttons from opening the row */}
            <td role="cell" className={classes.actions} onClick={(event) => event.stopPropagation()}>
              <div className={classes.buttons}>{actions(item)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
