import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback } from 'react';
import { useRowFocus } from '../browser/focus.ts';
import classes from './DataTable.module.css';
import { type RowWindow, Table, type TableColumn, type TableProps } from './Table.tsx';

export interface DataTableColumn<T> {
  readonly key: string;
  readonly header: string;
  readonly unit?: string;
  readonly cell: (item: T) => ReactNode;
  /** Numbers are aligned to the right. */
  readonly isNumeric?: boolean;
  /** Order that a press on the header asks for. */
  readonly sort?: string;
  readonly className?: string | undefined;
}

/** The order of the rows, and how the user changes it. */
interface RowOrder {
  readonly by: string;
  readonly onChange: (by: string) => void;
}

interface DataTableProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly T[];
  /** The first column carries the link or button that Enter opens; marked with `data-row-link`. */
  readonly columns: readonly DataTableColumn<T>[];
  readonly onOpen: (item: T) => void;
  /** Buttons of a row; without them the table has no column for them. */
  readonly actions?: (item: T) => ReactNode;
  readonly order?: RowOrder;
  /** Heading across the table above an item that begins a group. */
  readonly groupHead?: (item: T, index: number) => ReactNode;
  /** Rows of sums, by the keys of the columns. */
  readonly sums?: readonly Readonly<Record<string, ReactNode>>[];
  /** Other attributes of a row. */
  readonly row?: NonNullable<TableProps<T>['row']>;
  readonly window?: RowWindow;
  readonly className?: string | undefined;
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
  order,
  groupHead,
  sums,
  row,
  className = '',
  ...rest
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
      className={`${classes.table} ${className}`.trim()}
      cards="split"
      columns={[
        ...columns.map(({ header, unit, sort, ...column }) => ({
          ...column,
          header: (
            <Sorted by={sort} order={order}>
              {unit === undefined ? header : <Measured header={header} unit={unit} />}
            </Sorted>
          ),
          label: unit === undefined ? header : `${header}, ${unit}`,
          ...(sort !== undefined && sort === order?.by && { head: { 'aria-sort': 'other' } as const }),
        })),
        ...(actions ? [actionsColumn(actions)] : []),
      ]}
      rows={items}
      {...(sums && { sums })}
      {...(groupHead && { groupHead })}
      keyOf={({ id }) => id}
      row={(item) => ({ onClick: () => onOpen(item), ...row?.(item) })}
      {...rest}
      body={{ onKeyDown: walk, ...rowFocus }}
    />
  );
}

function actionsColumn<T>(actions: (item: T) => ReactNode): TableColumn<T> {
  return {
    key: 'actions',
    header: 'Действия',
    label: '',
    className: classes.actions,
    cell: (item) => <div className={classes.buttons}>{actions(item)}</div>,
    // Clicks on buttons do not open the row.
    attributes: () => ({ onClick: (event: MouseEvent) => event.stopPropagation() }),
  };
}

/** A header that orders the rows, where its column can; otherwise the header alone. */
function Sorted({ by, order, children }: SortedProps) {
  if (by === undefined || order === undefined) return children;
  return (
    <button type="button" className={classes.sort} data-sorted={by === order.by} onClick={() => order.onChange(by)}>
      {children}
    </button>
  );
}

interface SortedProps {
  readonly by: string | undefined;
  readonly order: RowOrder | undefined;
  readonly children: ReactNode;
}

function Measured({ header, unit }: { readonly header: string; readonly unit: string }) {
  return (
    <>
      {`${header}, `}
      <span className={classes.unit}>{unit}</span>
    </>
  );
}
