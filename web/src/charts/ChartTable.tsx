import { useState } from 'react';
import { Pages } from '../components/Pages.tsx';
import classes from './Chart.module.css';
import type { ChartFigure } from './chart_spec.ts';

const ROWS_PER_PAGE = 10;

/** The numbers of a chart as a table, folded away under it. */
export function FigureTable({ figure, isOpen }: { readonly figure: ChartFigure; readonly isOpen: boolean }) {
  const { title, columns, rows } = figure;
  const [page, setPage] = useState(1);
  const start = (page - 1) * ROWS_PER_PAGE;
  return (
    <details className={classes.details} open={isOpen}>
      <summary>Таблица к диаграмме</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.scroll} aria-label={`Таблица к диаграмме «${title}»`} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ header, isNumeric }) => (
                <th key={header} scope="col" data-numeric={isNumeric}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(start, start + ROWS_PER_PAGE).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a drawing have no identity but their place
              <tr key={start + index}>
                {columns.map(({ header, isNumeric }, place) => (
                  <td key={header} data-numeric={isNumeric}>
                    {row[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pages count={rows.length} limit={ROWS_PER_PAGE} page={page} onPage={setPage} />
    </details>
  );
}
