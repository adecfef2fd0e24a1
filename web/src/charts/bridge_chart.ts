import { formatNumber } from '../format.ts';
import { axis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

/** A part of a change, in the unit of the chart. */
export interface BridgePart {
  readonly name: string;
  readonly value: number;
}

export interface BridgeChartFacts {
  readonly title: string;
  readonly unit: string;
  readonly decimals: number;
  readonly from: BridgePart;
  readonly parts: readonly BridgePart[];
  readonly to: BridgePart;
  /** The change as the core states it: the sum of the parts. */
  readonly difference: number;
}

/** Parts smaller than this share of the totals are drawn on an axis that does not begin at zero. */
const SMALL = 0.3;

/** How one total became another: a bar for each total, and between them its parts, each from where the last one ended. */
export function bridgeChart({ title, unit, decimals, from, parts, to, difference }: BridgeChartFacts): ChartSpec {
  const signed = formatterOf(decimals);
  // Places on the axis: a matter of drawing. The figures are those of the core.
  let level = from.value;
  const steps = parts.map(({ name, value }) => {
    const base = level;
    level += value;
    return { name, value, base };
  });
  const levels = [from.value, ...steps.map(({ base, value }) => base + value), to.value];
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const isCut = low > 0 && high - low < SMALL * high;
  const floor = isCut ? Math.max(0, low - (high - low || high) * 0.5) : 0;
  return {
    title,
    columns: [{ header: 'Часть' }, { header: unit, isNumeric: true }],
    rows: [
      [from.name, formatNumber(from.value, decimals)],
      ...parts.map(({ name, value }) => [name, signed(value)]),
      ['Изменение: сумма частей', signed(difference)],
      [to.name, formatNumber(to.value, decimals)],
    ],
    draw: (palette) => {
      const whole = formatterOf(0);
      const total = ({ name, value }: BridgePart) => ({
        ...{ name, base: floor, height: value - floor, color: palette.second, text: formatNumber(value, 0) },
      });
      const bars = [
        total(from),
        // A fall stands on its lower end, so that its figure is above it.
        ...steps.map(({ name, value, base }) => ({
          ...{ name, base: Math.min(base, base + value), height: Math.abs(value), text: whole(value) },
          color: value > 0 ? palette.limit : palette.accent,
        })),
        total(to),
      ];
      return {
        data: [
          {
            type: 'bar',
            x: bars.map(({ name }) => plain(name)),
            y: bars.map(({ height }) => height),
            base: bars.map(({ base }) => base),
            text: bars.map(({ text }) => text),
            textposition: 'outside',
            cliponaxis: false,
            marker: { color: bars.map(({ color }) => color) },
            hovertemplate: `%{x}: %{text} ${plain(unit)}<extra></extra>`,
          },
        ],
        layout: {
          ...baseLayout(palette),
          bargap: 0.35,
          xaxis: axis(palette, '', { fixedrange: true, showgrid: false, zeroline: false }),
          yaxis: axis(palette, isCut ? `${unit}, ось не от нуля` : unit, {
            fixedrange: true,
            nticks: 6,
            ...(isCut && { range: [floor, high + (high - floor) * 0.12] }),
          }),
        },
      };
    },
  };
}

/** Writes a number with its sign. */
function formatterOf(decimals: number) {
  return (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`;
}
