import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { TableChart, TornadoChart } from '#core/calculations/table_chart.ts';
import { ROWS_INSIDE, type WireRow } from '#core/contract/rows.ts';
import { Chart } from '../charts/Chart.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { changeOf, filledChartOf, hasNumbers, lineOf, outlineOf, tornadoOf, tornadoYears } from './chart_specs.ts';
import type { ColumnSettings } from './columns.ts';
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
  if (error) return <FailureAlert error={error} onRetry={retry} />;
  if (charts.length === 0 || count === 0) return null;
  if (!data) return <div className={classes.chartRoom}>Загрузка диаграммы…</div>;
  return (
    <div className={classes.charts} data-many={charts.length > 1}>
      {charts.map((chart) => (
        <OneChart key={chart.title} {...{ definition, source, settings, chart, isLong }} rows={data} />
      ))}
    </div>
  );
}

interface OneChartProps extends Pick<TableChartsProps, 'definition' | 'source' | 'settings'> {
  readonly chart: TableChart;
  readonly rows: readonly WireRow[];
  readonly isLong: boolean;
}

function OneChart({ definition, source, settings, chart, rows, isLong }: OneChartProps) {
  const figure = useMemo(() => {
    if (chart.kind === 'line') {
      return isLong ? outlineOf(definition, chart, source.head) : lineOf(definition, chart, rows);
    }
    if (chart.kind === 'tornado' || !hasNumbers(chart, rows)) return undefined;
    if (chart.kind === 'filled') return filledChartOf(definition, chart, rows, settings);
    return changeOf(definition, chart, rows);
  }, [definition, source, settings, chart, rows, isLong]);
  if (chart.kind === 'tornado') return <Tornado {...{ definition, chart, rows }} />;
  return figure ? <Chart figure={figure} /> : null;
}

interface TornadoProps {
  readonly definition: CalculationDefinition;
  readonly chart: TornadoChart;
  readonly rows: readonly WireRow[];
}

/** A tornado is of one year: the last that has the numbers, or the one chosen. */
function Tornado({ definition, chart, rows }: TornadoProps) {
  const years = useMemo(() => tornadoYears(definition, chart, rows), [definition, chart, rows]);
  const [chosen, setChosen] = useState<number>();
  const year = chosen ?? years.at(-1);
  const figure = useMemo(
    () => (year === undefined ? undefined : tornadoOf(definition, chart, rows, year)),
    [definition, chart, rows, year],
  );
  if (!figure || year === undefined) return null;
  return (
    <Chart figure={figure}>
      <NativeSelect
        size="xs"
        aria-label={`${chart.title}: год`}
        value={String(year)}
        onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
        data={years.map(String)}
      />
    </Chart>
  );
}
