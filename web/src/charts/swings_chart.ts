import { cut, formatNumber } from '../format.ts';
import { axis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

/** A quantity, and the total where it is at its own lower and upper 95 % end. */
export interface SwingBar {
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

export interface SwingsChartFacts {
  readonly title: string;
  readonly unit: string;
  /** The total with all quantities at their stated values. */
  readonly total: number;
  readonly bars: readonly SwingBar[];
}

/** A bar with its name above it, and what stands around the bars, px. */
const BAR_PITCH = 44;
const AROUND = 100;
/** Distance of a name above the middle of its bar, px. */
const NAME_SHIFT = 10;
/** What fits the width of a phone. */
const NAME_LETTERS = 44;

/** What each quantity alone does to a total, around the total; the widest on top. */
export function swingsChart({ title, unit, total, bars }: SwingsChartFacts): ChartSpec {
  const ordered = bars.toSorted((one, other) => Math.abs(other.high - other.low) - Math.abs(one.high - one.low));
  const number = (value: number) => formatNumber(value, 0);
  const places = ordered.map((_, index) => index);
  return {
    title,
    height: AROUND + BAR_PITCH * ordered.length,
    columns: [
      { header: 'Величина' },
      { header: `У нижней границы, ${unit}`, isNumeric: true },
      { header: `У верхней границы, ${unit}`, isNumeric: true },
    ],
    rows: ordered.map(({ name, low, high }) => [name, number(low), number(high)]),
    draw: (palette) => {
      const side = (name: string, value: (bar: SwingBar) => number, color: string) => ({
        type: 'bar' as const,
        orientation: 'h' as const,
        name,
        y: places,
        base: ordered.map(() => total),
        x: ordered.map((bar) => value(bar) - total),
        customdata: ordered.map((bar) => number(value(bar))),
        marker: { color },
        hovertemplate: `${name}: %{customdata} ${plain(unit)}<extra></extra>`,
      });
      return {
        data: [
          side('величина у нижней границы', ({ low }) => low, palette.second),
          side('величина у верхней границы', ({ high }) => high, palette.accent),
        ],
        layout: {
          ...baseLayout(palette),
          barmode: 'overlay',
          bargap: 0.6,
          xaxis: axis(palette, unit, { fixedrange: true, nticks: 6, zeroline: false }),
          yaxis: axis(palette, '', {
            fixedrange: true,
            // The widest on top, with room for its name.
            range: [ordered.length - 0.5, -0.9],
            showgrid: false,
            zeroline: false,
            showticklabels: false,
          }),
          annotations: ordered.map(({ name }, index) => ({
            ...{ text: plain(cut(name, NAME_LETTERS)), showarrow: false, xref: 'paper', x: 0, xanchor: 'left' },
            ...{ y: index, yanchor: 'bottom', yshift: NAME_SHIFT, font: { size: 12, color: palette.text } },
          })),
        },
      };
    },
  };
}
