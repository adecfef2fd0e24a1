import { useState } from 'react';
import { Pages } from '../components/Pages.tsx';
import { Table } from '../components/Table.tsx';
import classes from './Chart.module.css';
import type { ChartSpec } from './chart_spec.ts';

const ROWS_PER_PAGE = 10;

/** The numbers of a chart as a table, folded away under it. */
export function ChartTable({ figure, isOpen }: { readonly figure: ChartSpec; readonly isOpen: boolean }) {
  const { title, columns, rows } = figure;
  const [page, setPage] = useState(1);
  const start = (page - 1) * ROWS_PER_PAGE;
  return (
    <details className={classes.details} open={isOpen}>
      <summary>Таблица к диаграмме</summary>
      <Table
        look="plain"
        scrollLabel={`Таблица к диаграмме «${title}»`}
        scrollClass={classes.scroll}
        className={classes.table}
        columns={columns.map(({ header, isNumeric = false }, index) => ({
          key: header,
          header,
          isNumeric,
          cell: (row: (typeof rows)[number]) => row[index],
        }))}
        rows={rows.slice(start, start + ROWS_PER_PAGE)}
      />
      <Pages count={rows.length} limit={ROWS_PER_PAGE} page={page} onPage={setPage} />
    </details>
  );
}
