import type { Data } from 'plotly.js';
import { formatNumber } from '../format.ts';
import { axis, yearAxis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

/**
 * A part of the change, a number per year; null in the first year of an object and where there is
 * none.
 */
export interface ChangePart {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ChangeChartFacts {
  readonly title: string;
  readonly unit: string;
  readonly years: readonly number[];
  readonly parts: readonly ChangePart[];
  readonly total: readonly (number | null)[];
  readonly decimals: number;
}

/**
 * How a total changed from year to year: its parts stacked, rises above zero and falls below, the
 * total as a point.
 */
export function changeChart({ title, unit, years, parts, total, decimals }: ChangeChartFacts): ChartSpec {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : formatNumber(value, decimals);
  return {
    title,
    columns: [
      { header: 'Год' },
      ...parts.map(({ name }) => ({ header: `${name}, ${unit}`, isNumeric: true })),
      { header: `всего, ${unit}`, isNumeric: true },
    ],
    rows: years.map((year, index) => [
      String(year),
      ...parts.map(({ values }) => number(values[index])),
      number(total[index]),
    ]),
    draw: (palette) => {
      const colors = [palette.accent, palette.second];
      const bars = parts.map(
        ({ name, values }, index): Data => ({
          type: 'bar',
          name: plain(name),
          x: [...years],
          y: [...values],
          marker: { color: colors[index % colors.length] ?? palette.accent },
          hovertemplate: `%{x}, ${plain(name)}: %{y}<extra></extra>`,
        }),
      );
      const all: Data = {
        type: 'scatter',
        mode: 'markers',
        name: 'всего',
        x: [...years],
        y: [...total],
        marker: { color: palette.text, symbol: 'diamond', size: 9, line: { color: palette.panel, width: 1.5 } },
        hovertemplate: '%{x}, всего: %{y}<extra></extra>',
      };
      return {
        data: [...bars, all],
        layout: {
          ...baseLayout(palette),
          barmode: 'relative',
          bargap: 0.5,
          xaxis: yearAxis(palette, years),
          yaxis: axis(palette, unit, { fixedrange: true, zerolinewidth: 1 }),
        },
      };
    },
  };
}
