import { type CalculationDefinition, numberResults } from '#core/calculations/definition.ts';
import type { ChangeChart, FilledChart, LineChart, TornadoChart } from '#core/calculations/table_chart.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import { changeChart } from '../charts/change_chart.ts';
import type { ChartSpec } from '../charts/chart_spec.ts';
import { filledChart } from '../charts/filled_chart.ts';
import { lineChart } from '../charts/line_chart.ts';
import { outlineChart } from '../charts/outline_chart.ts';
import { tornadoChart } from '../charts/tornado_chart.ts';
import { type ColumnSettings, columnLabel } from './columns.ts';

// Rows of a computed table → charts, by what the definition says of them.

const COUNTED = 'Дни';

/** A line through every row. */
export function lineOf(definition: CalculationDefinition, chart: LineChart, rows: readonly WireRow[]): ChartSpec {
  const { label, decimals, limit } = numberResult(definition, chart.result);
  const dates = rows.map((row) => row[chart.date]);
  const isDated = dates.every(
    (date, index) => typeof date === 'string' && (index === 0 || date > String(dates[index - 1])),
  );
  return lineChart({
    title: chart.title,
    axis: chart.axis,
    x: isDated ? (definition.table?.columns[chart.date]?.label ?? COUNTED) : COUNTED,
    days: isDated ? dates.map(String) : rows.map((_, index) => index + 1),
    lines: [{ name: label, values: rows.map((row) => numberOf(row, chart.result)) }],
    decimals,
    ...(limit && { limit }),
  });
}

/** The outline of a table that is too long for a line. */
export function outlineOf(definition: CalculationDefinition, chart: LineChart, head: RowsHead): ChartSpec {
  const { label, decimals, limit } = numberResult(definition, chart.result);
  return outlineChart({
    title: chart.title,
    axis: chart.axis,
    x: COUNTED,
    name: label,
    count: head.count,
    outline: head.outline ?? [],
    decimals,
    ...(limit && { limit }),
  });
}

/** Whether any row has a number of the chart: an empty plot says nothing. */
export function hasNumbers(chart: FilledChart | ChangeChart, rows: readonly WireRow[]): boolean {
  const name = chart.kind === 'filled' ? chart.result : chart.total;
  return rows.some((row) => numberOf(row, name) !== null);
}

/** The series of one object with its filled points. */
export function filledChartOf(
  definition: CalculationDefinition,
  chart: FilledChart,
  rows: readonly WireRow[],
  settings: ColumnSettings,
): ChartSpec {
  const column = definition.table?.columns[chart.column];
  const origin = definition.results[chart.origin];
  return filledChart({
    title: chart.title,
    y: column ? [columnLabel(column, settings), column.unit].filter((part) => part !== '').join(', ') : '',
    points: rows.map((row) => ({
      year: yearOf(definition, row),
      value: numberOf(row, chart.result),
      origin: String(row[chart.origin]),
    })),
    origins: origin?.kind === 'choice' ? origin.options : {},
    known: chart.known,
    blank: chart.blank,
    decimals: numberResult(definition, chart.result).decimals,
  });
}

/** Years of an object in which every bar of a tornado has a number. */
export function tornadoYears(definition: CalculationDefinition, chart: TornadoChart, rows: readonly WireRow[]) {
  const whole = rows.filter((row) => Object.keys(chart.bars).every((name) => numberOf(row, name) !== null));
  return whole.map((row) => yearOf(definition, row));
}

/** What 1 % of each input does, in one year of an object. */
export function tornadoOf(
  definition: CalculationDefinition,
  chart: TornadoChart,
  rows: readonly WireRow[],
  year: number,
): ChartSpec {
  const row = rows.find((item) => yearOf(definition, item) === year) ?? {};
  const bars = Object.entries(chart.bars).map(([name, bar]) => ({ name: bar, effect: numberOf(row, name) ?? 0 }));
  const [first = ''] = Object.keys(chart.bars);
  const { decimals } = numberResult(definition, first);
  return tornadoChart({ title: chart.title, x: chart.axis, bars, decimals });
}

/** The change of a total from year to year and its parts. */
export function changeOf(definition: CalculationDefinition, chart: ChangeChart, rows: readonly WireRow[]): ChartSpec {
  const { unit, decimals } = numberResult(definition, chart.total);
  const valuesOf = (name: string) => rows.map((row) => numberOf(row, name));
  return changeChart({
    title: chart.title,
    unit,
    years: rows.map((row) => yearOf(definition, row)),
    parts: Object.entries(chart.parts).map(([name, part]) => ({ name: part, values: valuesOf(name) })),
    total: valuesOf(chart.total),
    decimals,
  });
}

function numberResult(definition: CalculationDefinition, name: string) {
  const found = numberResults(definition).find(([key]) => key === name);
  if (!found) throw new TypeError(`«${definition.title}» has no number result ${name}`);
  return found[1];
}

function numberOf(row: WireRow, name: string): number | null {
  const value = row[name];
  return typeof value === 'number' ? value : null;
}

function yearOf({ table }: CalculationDefinition, row: WireRow): number {
  return Number(row[table?.series?.year ?? '']);
}
