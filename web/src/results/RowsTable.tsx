import { VisuallyHidden } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { Pages } from '../components/Pages.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { Table, type TableColumn } from '../components/Table.tsx';
import { cut } from '../format.ts';
import { CellFlag, CellFlagsLegend } from './CellFlag.tsx';
import { type ResultColumn, rowName } from './columns.ts';
import classes from './RowsTable.module.css';
import type { RowsSource } from './rows_source.ts';
import { useLoaded } from './use_loaded.ts';

/** As specified: rows of a page of results. */
export const ROWS_PER_PAGE = 5;

/** As specified: headers are cut to so many characters, the rest is in their tooltip. */
const HEADER_SHOWN = 25;

interface RowsTableProps {
  readonly definition: CalculationDefinition;
  readonly source: RowsSource;
  readonly columns: readonly ResultColumn[];
  /** Which rows of the source: of a series those of one object. */
  readonly offset: number;
  readonly count: number;
  /** Row that is being explained. */
  readonly chosen?: WireRow | undefined;
  readonly onChoose?: ((row: WireRow) => void) | undefined;
}

/**
 * The rows of a computed table, five at a time; wide tables scroll sideways and keep their first
 * column.
 */
export function RowsTable(props: RowsTableProps) {
  const { definition, source, columns, offset, count, chosen, onChoose } = props;
  const [page, setPage] = useState(1);
  const start = (page - 1) * ROWS_PER_PAGE;
  const limit = Math.min(ROWS_PER_PAGE, count - start);
  const { data, error, retry } = useLoaded(() => source.rows(offset + start, limit), [source, offset, start, limit]);
  if (error && !data) return <FailureAlert error={error} onRetry={retry} />;
  if (!data) return <LoadingRows rows={ROWS_PER_PAGE} />;
  return (
    <div>
      {error !== undefined && <FailureAlert error={error} onRetry={retry} />}
      <Table
        scrollLabel="Строки таблицы"
        label="Строки с результатами"
        className={classes.table}
        columns={[
          ...columns.map((column) => ({
            key: column.name,
            header: <Header column={column} />,
            isNumeric: column.isNumeric,
            head: { title: column.label },
            attributes: (row: WireRow) => ({ 'data-mark': column.mark(row)?.kind, 'data-label': column.label }),
            cell: (row: WireRow) => <Cell column={column} row={row} definition={definition} />,
          })),
          ...(onChoose ? [explanation(definition, onChoose)] : []),
        ]}
        rows={data}
        keyOf={({ id }) => String(id)}
        row={({ id }) => ({ 'data-chosen': id === chosen?.id })}
      />
      <CellFlagsLegend definition={definition} />
      <Pages count={count} limit={ROWS_PER_PAGE} page={page} onPage={setPage} />
    </div>
  );
}

function explanation(definition: CalculationDefinition, onChoose: (row: WireRow) => void): TableColumn<WireRow> {
  return {
    key: 'explanation of the row',
    header: <VisuallyHidden>Пояснение</VisuallyHidden>,
    className: classes.why,
    cell: (row) => (
      <RowButton label={`Пояснить: ${rowName(definition, row)}`} icon={IconChartBar} onClick={() => onChoose(row)} />
    ),
  };
}

function Header({ column: { label, symbol, unit } }: { readonly column: ResultColumn }) {
  return (
    <>
      {(symbol !== '' || unit !== '') && (
        <span className={classes.measure}>
          {symbol !== '' && <b>{symbol}</b>}
          {symbol !== '' && unit !== '' && ', '}
          {unit}
        </span>
      )}
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true">{cut(label, HEADER_SHOWN)}</span>
    </>
  );
}

interface CellProps {
  readonly column: ResultColumn;
  readonly row: WireRow;
  readonly definition: CalculationDefinition;
}

function Cell({ column, row, definition }: CellProps) {
  const mark = column.mark(row);
  return (
    <>
      {mark && <CellFlag mark={mark} definition={definition} />}
      {column.text(row)}
    </>
  );
}
