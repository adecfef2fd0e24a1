import type { Data } from 'plotly.js';
import { formatNumber } from '../format.ts';
import { axis, yearAxis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';
import type { Palette } from './palette.ts';

/** A point of a yearly series and where its value comes from. */
export interface FilledPoint {
  readonly year: number;
  readonly value: number | null;
  /** Key among `origins`. */
  readonly origin: string;
}

export interface FilledChartFacts {
  readonly title: string;
  /** Name of what is measured, with its unit. */
  readonly y: string;
  readonly points: readonly FilledPoint[];
  /** Origin → its Russian name. */
  readonly origins: Readonly<Record<string, string>>;
  /** The origin of values that were there, and of those that stayed blank. */
  readonly known: string;
  readonly blank: string;
  readonly decimals: number;
}

/** Shapes of filled points, in the order of their origins: they differ without colour, too. */
export const FILLED_SHAPES = [
  { symbol: 'diamond', sign: '◆' },
  { symbol: 'triangle-up', sign: '▲' },
  { symbol: 'square', sign: '■' },
  { symbol: 'star', sign: '★' },
] as const;

/** Origin → shape, for chart and table alike; what was known or stayed blank has none. */
export function shapesOf(
  origins: Readonly<Record<string, string>>,
  { known, blank }: { readonly known: string; readonly blank: string },
) {
  const filled = Object.keys(origins).filter((origin) => origin !== known && origin !== blank);
  return new Map(filled.map((origin, index) => [origin, FILLED_SHAPES[index % FILLED_SHAPES.length]]));
}

/** A yearly series as a line, its filled points in the shape of their method. */
export function filledChart(facts: FilledChartFacts): ChartSpec {
  const { title, y, points, origins, decimals } = facts;
  return {
    title,
    columns: [{ header: 'Год' }, { header: y, isNumeric: true }, { header: 'Откуда значение' }],
    rows: points.map(({ year, value, origin }) => [
      String(year),
      value === null ? '—' : formatNumber(value, decimals),
      origins[origin] ?? '',
    ]),
    draw: (palette) => ({
      data: [line(points, palette), ...marks(facts, palette)],
      layout: {
        ...baseLayout(palette),
        xaxis: yearAxis(
          palette,
          points.map(({ year }) => year),
        ),
        yaxis: axis(palette, y, { fixedrange: true, rangemode: 'tozero' }),
      },
    }),
  };
}

function line(points: readonly FilledPoint[], palette: Palette): Data {
  return {
    type: 'scatter',
    mode: 'lines',
    x: points.map(({ year }) => year),
    y: points.map(({ value }) => value),
    line: { color: palette.accent, width: 1.5 },
    showlegend: false,
    hoverinfo: 'skip',
  };
}

function marks({ points, origins, known, blank }: FilledChartFacts, palette: Palette): Data[] {
  const shapes = shapesOf(origins, { known, blank });
  return Object.entries(origins).flatMap(([origin, name]): Data[] => {
    const its = points.filter((point) => point.origin === origin && point.value !== null);
    if (its.length === 0) return [];
    const symbol = shapes.get(origin)?.symbol ?? 'circle';
    return [
      {
        type: 'scatter',
        mode: 'markers',
        name: plain(name),
        x: its.map(({ year }) => year),
        y: its.map(({ value }) => value),
        marker: { color: origin === known ? palette.accent : palette.filled, symbol, size: origin === known ? 7 : 10 },
        hovertemplate: `%{x}: %{y} — ${plain(name)}<extra></extra>`,
      },
    ];
  });
}
