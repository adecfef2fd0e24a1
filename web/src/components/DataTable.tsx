import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback } from 'react';
import { useRowFocus } from '../browser/focus.ts';
import classes from './DataTable.module.css';
import { Table } from './Table.tsx';

export interface DataTableColumn<T> {
  readonly key: string;
  readonly header: string;
  readonly unit?: string;
  readonly cell: (item: T) => ReactNode;
  /** Numbers are aligned to the right. */
  readonly isNumeric?: boolean;
}

interface DataTableProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly T[];
  /** The first column carries the link or button that Enter opens; marked with `data-row-link`. */
  readonly columns: readonly DataTableColumn<T>[];
  readonly onOpen: (item: T) => void;
  readonly actions: (item: T) => ReactNode;
}

/**
 * A table whose rows open by click, by Enter on their first cell, and are walked with the arrow
 * keys; on a phone its rows are cards.
 */
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
    <Table
      label={label}
      className={classes.table}
      cards="split"
      columns={[
        ...columns.map(({ header, unit, ...column }) => ({
          ...column,
          header: unit === undefined ? header : <Measured header={header} unit={unit} />,
          label: unit === undefined ? header : `${header}, ${unit}`,
        })),
        {
          key: 'actions',
          header: 'Действия',
          label: '',
          className: classes.actions,
          cell: (item: T) => <div className={classes.buttons}>{actions(item)}</div>,
          // Clicks on buttons do not open the row.
          attributes: () => ({ onClick: (event: MouseEvent) => event.stopPropagation() }),
        },
      ]}
      rows={items}
      keyOf={({ id }) => id}
      row={(item) => ({ onClick: () => onOpen(item) })}
      body={{ onKeyDown: walk, ...rowFocus }}
    />
  );
}

function Measured({ header, unit }: { readonly header: string; readonly unit: string }) {
  return (
    <>
      {`${header}, `}
      <span className={classes.unit}>{unit}</span>
    </>
  );
}
