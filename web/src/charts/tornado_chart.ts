import type { Data } from 'plotly.js';
import { formatNumber } from '../format.ts';
import { axis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

/** An input and what a change of it by 1 % does to the total, in percent. */
export interface TornadoBar {
  readonly name: string;
  readonly effect: number;
}

export interface TornadoChartFacts {
  readonly title: string;
  /** Title of the x axis. */
  readonly x: string;
  readonly bars: readonly TornadoBar[];
  readonly decimals: number;
}

/**
 * Share of a bar's place that stays free, px from its middle to its name: a bar of the usual two is
 * 44 px thick.
 */
const BAR_GAP = 0.6;
const NAME_SHIFT = 26;

/** Bars to both sides of zero, the input with the greatest effect on top. */
export function tornadoChart({ title, x, bars, decimals }: TornadoChartFacts): ChartSpec {
  const ordered = bars.toSorted((first, second) => Math.abs(second.effect) - Math.abs(first.effect));
  const signed = (effect: number) => `${effect > 0 ? '+' : ''}${formatNumber(effect, decimals)}`;
  const names = ordered.map(({ name }) => plain(name));
  return {
    title,
    columns: [
      { header: 'Показатель' },
      { header: 'При −1 %', isNumeric: true },
      { header: 'При +1 %', isNumeric: true },
    ],
    rows: ordered.map(({ name, effect }) => [name, signed(-effect), signed(effect)]),
    draw: (palette) => {
      const bar = (label: string, sign: 1 | -1, color: string): Data => ({
        type: 'bar',
        orientation: 'h',
        name: label,
        y: names,
        x: ordered.map(({ effect }) => sign * effect),
        text: ordered.map(({ effect }) => signed(sign * effect)),
        textposition: 'outside',
        cliponaxis: false,
        marker: { color },
        hovertemplate: `%{y}, ${label}: %{text} %<extra></extra>`,
      });
      const widest = Math.max(...ordered.map(({ effect }) => Math.abs(effect)), 0.1) * 1.7;
      return {
        data: [bar('показатель −1 %', -1, palette.second), bar('показатель +1 %', 1, palette.accent)],
        layout: {
          ...baseLayout(palette),
          barmode: 'overlay',
          bargap: BAR_GAP,
          xaxis: axis(palette, x, { fixedrange: true, range: [-widest, widest], nticks: 7, zerolinewidth: 1 }),
          yaxis: axis(palette, '', { fixedrange: true, autorange: 'reversed', showgrid: false, showticklabels: false }),
          // Names stand above their bars: beside them a phone has no room for both.
          annotations: names.map((name) => ({
            ...{ text: name, showarrow: false, xref: 'paper', x: 0, xanchor: 'left', y: name, yanchor: 'bottom' },
            ...{ yshift: NAME_SHIFT, font: { size: 12, color: palette.text } },
          })),
        },
      };
    },
  };
}
