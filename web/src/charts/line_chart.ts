import type { Data } from 'plotly.js';
import type { ChartAxis } from '#core/calculations/table_chart.ts';
import { formatNumber } from '../format.ts';
import { dayAxis, valueAxis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';
import type { Palette } from './palette.ts';

/** A bound that is drawn as a line. */
export interface Limit {
  readonly value: number;
  readonly label: string;
}

/** One line of a time series: a number per day, null where there is none. */
export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface LineChartFacts {
  readonly title: string;
  readonly axis: ChartAxis;
  /** Title of the x axis: «Дни», «Дата». */
  readonly x: string;
  /** Numbers of the days, or dates yyyy-MM-dd. */
  readonly days: readonly (number | string)[];
  readonly lines: readonly Line[];
  readonly limit?: Limit;
  readonly decimals: number;
}

/** Lines over days with a bound; what lies above it is marked by shape and colour. */
export function lineChart(facts: LineChartFacts): ChartSpec {
  const { title, axis: vertical, x, days, lines, limit, decimals } = facts;
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : formatNumber(value, decimals);
  const isAbove = (value: number | null | undefined) => limit !== undefined && (value ?? Number.NaN) > limit.value;
  return {
    title,
    columns: [
      { header: x },
      ...lines.map(({ name }) => ({ header: name, isNumeric: true })),
      ...(limit ? [{ header: limit.label }] : []),
    ],
    rows: days.map((day, index) => [
      String(day),
      ...lines.map(({ values }) => number(values[index])),
      ...(limit ? [lines.some(({ values }) => isAbove(values[index])) ? 'выше' : ''] : []),
    ]),
    draw: (palette) => ({
      data: [
        ...lines.map((line, index) => drawnLine(line, days, index === 0 ? palette.accent : palette.second)),
        ...(limit ? [bound(limit, days, palette), ...lines.flatMap((line) => marks(line, days, limit, palette))] : []),
      ],
      layout: {
        ...baseLayout(palette),
        xaxis: dayAxis(palette, x, days),
        yaxis: valueAxis(palette, vertical, [...lines.flatMap(({ values }) => values), limit?.value ?? null]),
      },
    }),
  };
}

/** Few days are dots as well, because a lone value between two gaps is no line. */
const DOTTED_DAYS = 60;

function drawnLine({ name, values }: Line, days: readonly (number | string)[], color: string): Data {
  return {
    type: 'scatter',
    mode: days.length <= DOTTED_DAYS ? 'lines+markers' : 'lines',
    name: plain(name),
    x: [...days],
    y: [...values],
    line: { color, width: 1.5 },
    marker: { color, size: 5 },
    hovertemplate: '%{x}: %{y}<extra></extra>',
  };
}

export function bound({ value, label }: Limit, days: readonly (number | string)[], palette: Palette): Data {
  const ends = [days[0] ?? 0, days.at(-1) ?? 1];
  return {
    type: 'scatter',
    mode: 'lines',
    name: plain(label),
    x: ends,
    y: ends.map(() => value),
    line: { color: palette.limit, width: 1.5, dash: 'dash' },
    hoverinfo: 'skip',
  };
}

function marks({ values }: Line, days: readonly (number | string)[], limit: Limit, palette: Palette): Data[] {
  const above = values.flatMap((value, index) => (value !== null && value > limit.value ? [index] : []));
  if (above.length === 0) return [];
  return [
    {
      type: 'scatter',
      mode: 'markers',
      name: 'Выше границы',
      x: above.map((index) => days[index] ?? null),
      y: above.map((index) => values[index] ?? null),
      marker: { color: palette.limit, symbol: 'triangle-up', size: 9 },
      hovertemplate: '%{x}: %{y}<extra></extra>',
    },
  ];
}
