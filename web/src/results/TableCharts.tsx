import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { TableChart } from '#core/calculations/table_chart.ts';
import { ROWS_INSIDE } from '#core/contract/rows.ts';
import { Chart } from '../charts/Chart.tsx';
import { chartKind } from '../charts/chart_kinds.ts';
import type { ChartedRows } from '../charts/kind.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { type ColumnSettings, columnTitle } from './columns.ts';
import type { RowsSource } from './rows_source.ts';
import classes from './TableResults.module.css';
import { useLoaded } from './use_loaded.ts';

interface TableChartsProps {
  readonly definition: CalculationDefinition;
  readonly source: RowsSource;
  readonly settings: ColumnSettings;
  /** Which rows of the source: of a series those of one object. */
  readonly offset: number;
  readonly count: number;
}

/** The charts that the definition names, of the rows asked for. */
export function TableCharts({ definition, source, settings, offset, count }: TableChartsProps) {
  const isLong = count > ROWS_INSIDE;
  const { data, error, retry } = useLoaded(
    () => (isLong ? Promise.resolve([]) : source.rows(offset, count)),
    [source, offset, count, isLong],
  );
  const charts = definition.table?.charts ?? [];
  const table = useMemo(
    (): ChartedRows => ({
      ...{ definition, isLong, head: source.head, rows: data ?? [] },
      columnTitle: (name) => columnTitle(definition, name, settings),
    }),
    [definition, isLong, source, data, settings],
  );
  if (error) return <FailureAlert error={error} onRetry={retry} />;
  if (charts.length === 0 || count === 0) return null;
  if (!data) return <div className={classes.chartRoom}>Загрузка диаграммы…</div>;
  return (
    <div className={classes.charts} data-many={charts.length > 1}>
      {charts.map((chart) => (
        <OneChart key={chart.title} chart={chart} table={table} />
      ))}
    </div>
  );
}

/** A chart; of a kind that draws one year the last one that has the numbers, or the one chosen. */
function OneChart({ chart, table }: { readonly chart: TableChart; readonly table: ChartedRows }) {
  const kind = chartKind(chart.kind);
  const years = useMemo(() => kind.years?.(table, chart), [kind, table, chart]);
  const [chosen, setChosen] = useState<number>();
  const year = years?.find((one) => one === chosen) ?? years?.at(-1);
  const figure = useMemo(() => kind.draw(table, chart, year), [kind, table, chart, year]);
  if (!figure) return null;
  return (
    <Chart figure={figure}>
      {years && (
        <NativeSelect
          size="xs"
          aria-label={`${chart.title}: год`}
          value={String(year)}
          onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
          data={years.map(String)}
        />
      )}
    </Chart>
  );
}
