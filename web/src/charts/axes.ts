import type { LayoutAxis } from 'plotly.js';
import type { ChartAxis } from '#core/calculations/table_chart.ts';
import { plain } from './chart_spec.ts';
import type { Palette } from './palette.ts';

/** An axis in the colours of the scheme; labels make room for themselves. */
export function axis(palette: Palette, title: string, own: Partial<LayoutAxis> = {}): Partial<LayoutAxis> {
  return {
    title: { text: plain(title), standoff: 12, font: { size: 12, color: palette.muted } },
    automargin: true,
    gridcolor: palette.line,
    linecolor: palette.line,
    zerolinecolor: palette.muted,
    tickcolor: palette.line,
    tickfont: { size: 12, color: palette.muted },
    exponentformat: 'none',
    separatethousands: true,
    ...own,
  };
}

/**
 * The fixed axis while everything fits; otherwise from its start to what there is, in steps of
 * plotly's choice.
 */
export function valueAxis(
  palette: Palette,
  { title, from, to, step }: ChartAxis,
  values: readonly (number | null)[],
): Partial<LayoutAxis> {
  const fits = values.every((value) => value === null || (value >= from && value <= to));
  const range: Partial<LayoutAxis> = fits ? { range: [from, to], dtick: step, tick0: from } : { rangemode: 'tozero' };
  return axis(palette, title, { fixedrange: true, ...range });
}

/** Short ticks keep the labels below the axis clear of those beside it. */
const BELOW = { showgrid: false, zeroline: false, ticks: 'outside', ticklen: 8 } as const;

/** Days by their number, or as dates. */
export function dayAxis(palette: Palette, title: string, days: readonly (number | string)[]): Partial<LayoutAxis> {
  const isDate = typeof days[0] === 'string';
  return axis(palette, title, {
    fixedrange: true,
    ...BELOW,
    ...(isDate
      ? { type: 'date', tickformat: '%d.%m.%y' }
      : { type: 'linear', tickformat: ',d', nticks: Math.min(10, Math.max(1, days.length)) }),
  });
}

/** Years are whole and none is written twice. */
export function yearAxis(palette: Palette, years: readonly number[]) {
  const span = (years.at(-1) ?? 0) - (years[0] ?? 0);
  return axis(palette, 'Год', {
    fixedrange: true,
    ...BELOW,
    tickformat: 'd',
    separatethousands: false,
    ...(span <= 10 ? { dtick: 1 } : { nticks: 10 }),
  });
}
