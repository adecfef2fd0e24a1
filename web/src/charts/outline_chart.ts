import type { ChartAxis } from '#core/calculations/table_chart.ts';
import { formatNumber } from '../format.ts';
import { dayAxis, valueAxis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';
import { bound, type Limit } from './line_chart.ts';

export interface OutlineChartFacts {
  readonly title: string;
  readonly axis: ChartAxis;
  readonly x: string;
  readonly name: string;
  /** Rows of the whole column. */
  readonly count: number;
  /** Lowest and highest of each of equal runs of rows. */
  readonly outline: readonly (readonly [low: number | null, high: number | null])[];
  readonly limit?: Limit;
  readonly decimals: number;
}

/**
 * A column that is too long for a line: the band between the lowest and the highest of each run of
 * rows.
 */
export function outlineChart(facts: OutlineChartFacts): ChartSpec {
  const { title, axis, x, name, count, outline, limit, decimals } = facts;
  const first = (run: number) => Math.floor((run * count) / outline.length) + 1;
  const days = outline.map((_, run) => first(run));
  const number = (value: number | null) => (value === null ? '—' : formatNumber(value, decimals));
  const isAbove = (high: number | null) => limit !== undefined && high !== null && high > limit.value;
  return {
    title,
    columns: [
      { header: x },
      { header: `${name}: наименьшее`, isNumeric: true },
      { header: `${name}: наибольшее`, isNumeric: true },
      ...(limit ? [{ header: limit.label }] : []),
    ],
    rows: outline.map(([low, high], run) => [
      `${formatNumber(first(run))}–${formatNumber(first(run + 1) - 1)}`,
      number(low),
      number(high),
      ...(limit ? [isAbove(high) ? 'выше' : ''] : []),
    ]),
    draw: (palette) => {
      const lines = { type: 'scatter', mode: 'lines', x: days, line: { color: palette.accent, width: 1 } } as const;
      const above = outline.flatMap(([, high], run) => (isAbove(high) ? [run] : []));
      const perRun = formatNumber(Math.round(count / outline.length));
      return {
        data: [
          {
            ...lines,
            y: outline.map(([low]) => low),
            showlegend: false,
            hovertemplate: 'с %{x}: не ниже %{y}<extra></extra>',
          },
          {
            ...lines,
            y: outline.map(([, high]) => high),
            fill: 'tonexty',
            fillcolor: `${palette.accent}40`,
            name: `От наименьшего до наибольшего, по ${perRun} дн.`,
            hovertemplate: 'с %{x}: не выше %{y}<extra></extra>',
          },
          ...(limit ? [bound(limit, [1, count], palette)] : []),
          ...(above.length > 0
            ? [
                {
                  type: 'scatter' as const,
                  mode: 'markers' as const,
                  name: plain('Выше границы'),
                  x: above.map((run) => days[run] ?? null),
                  y: above.map((run) => outline[run]?.[1] ?? null),
                  marker: { color: palette.limit, symbol: 'triangle-up' as const, size: 7 },
                  hovertemplate: 'с %{x}: до %{y}<extra></extra>',
                },
              ]
            : []),
        ],
        layout: {
          ...baseLayout(palette),
          xaxis: dayAxis(palette, x, days),
          yaxis: valueAxis(palette, axis, [...outline.flat(), limit?.value ?? null]),
        },
      };
    },
  };
}
