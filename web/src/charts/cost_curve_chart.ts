import { formatNumber } from '../format.ts';
import { axis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

/** A step of the curve: what a measure saves, what a tonne of it costs, what is saved up to it. */
export interface CostStep {
  readonly name: string;
  readonly saved: number;
  readonly cost: number;
  readonly reached: number;
}

export interface CostCurveFacts {
  readonly title: string;
  /** Unit of what is saved, and of the cost of a unit of it. */
  readonly unit: string;
  readonly costUnit: string;
  /** By rising cost. */
  readonly steps: readonly CostStep[];
}

/** Measures by rising cost of a tonne: a bar as wide as what the measure saves and as high as its tonne costs. */
export function costCurveChart({ title, unit, costUnit, steps }: CostCurveFacts): ChartSpec {
  return {
    title,
    columns: [
      { header: 'Мера' },
      { header: `Сокращение, ${unit}`, isNumeric: true },
      { header: `Затраты, ${costUnit}`, isNumeric: true },
      { header: `Нарастающим итогом, ${unit}`, isNumeric: true },
    ],
    rows: steps.map(({ name, saved, cost, reached }) => [
      name,
      ...[saved, cost, reached].map((value) => formatNumber(value, 2)),
    ]),
    draw: (palette) => ({
      data: [
        {
          type: 'bar',
          // The bar of a measure ends where its running sum does.
          x: steps.map(({ reached, saved }) => reached - saved / 2),
          width: steps.map(({ saved }) => saved),
          y: steps.map(({ cost }) => cost),
          customdata: steps.map(({ name }) => plain(name)),
          text: steps.map(({ name }) => plain(name)),
          textposition: 'auto',
          marker: { color: palette.accent, line: { color: palette.panel, width: 2 } },
          hovertemplate: `%{customdata}<br>%{y} ${plain(costUnit)}<extra></extra>`,
        },
      ],
      layout: {
        ...baseLayout(palette),
        bargap: 0,
        xaxis: axis(palette, `Сокращение нарастающим итогом, ${unit}`, { fixedrange: true, rangemode: 'tozero' }),
        yaxis: axis(palette, costUnit, { fixedrange: true, nticks: 6, zerolinewidth: 1 }),
      },
    }),
  };
}
