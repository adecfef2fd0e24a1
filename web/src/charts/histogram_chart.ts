import { formatNumber } from '../format.ts';
import { axis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

export interface HistogramFacts {
  readonly title: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
  /** The total as it is computed, and the ends of the 95 % range. */
  readonly total: number;
  readonly low: number;
  readonly high: number;
}

/** How often a total comes out: equal bins, with the computed total and the ends of its range as lines. */
export function histogramChart({ title, unit, from, to, counts, total, low, high }: HistogramFacts): ChartSpec {
  // Places on the axis: a matter of drawing. The counts are those of the core.
  const width = (to - from) / counts.length;
  const centres = counts.map((_, index) => from + width * (index + 0.5));
  return {
    title,
    columns: [
      { header: `От, ${unit}`, isNumeric: true },
      { header: `До, ${unit}`, isNumeric: true },
      { header: 'Розыгрышей', isNumeric: true },
    ],
    rows: counts.map((count, index) => [
      formatNumber(from + width * index, 0),
      formatNumber(from + width * (index + 1), 0),
      formatNumber(count),
    ]),
    draw: (palette) => {
      const line = (x: number, text: string, color: string, dash: 'solid' | 'dot', y: number) => ({
        shape: {
          type: 'line' as const,
          x0: x,
          x1: x,
          y0: 0,
          y1: 1,
          yref: 'paper' as const,
          line: { color, width: 2, dash },
        },
        annotation: {
          ...{ x, y, yref: 'paper' as const, yanchor: 'bottom' as const, showarrow: false },
          ...{ text: `${text} ${formatNumber(x, 0)}`, font: { size: 12, color: palette.text } },
        },
      });
      const lines = [
        line(low, '2,5 %:', palette.second, 'dot', 1),
        line(total, 'итог', palette.limit, 'solid', 1.08),
        line(high, '97,5 %:', palette.second, 'dot', 1),
      ];
      return {
        data: [
          {
            type: 'bar',
            x: centres,
            y: [...counts],
            width,
            marker: { color: palette.accent },
            hovertemplate: `%{x:,.0f} ${plain(unit)}: %{y}<extra></extra>`,
          },
        ],
        layout: {
          ...baseLayout(palette),
          margin: { l: 16, r: 16, t: 48, b: 16 },
          bargap: 0,
          shapes: lines.map(({ shape }) => shape),
          annotations: lines.map(({ annotation }) => annotation),
          xaxis: axis(palette, unit, { fixedrange: true, nticks: 6, zeroline: false }),
          yaxis: axis(palette, 'Розыгрышей', { fixedrange: true, nticks: 5 }),
        },
      };
    },
  };
}
