import type { Data, Layout } from 'plotly.js';
import type { Palette } from './palette.ts';

/** What plotly draws. */
export interface Drawing {
  readonly data: Data[];
  readonly layout: Partial<Layout>;
}

/** A column of the table under a chart. */
export interface ChartColumn {
  readonly header: string;
  readonly isNumeric?: boolean;
}

/**
 * A chart ready to be shown: how it is drawn in the colours of a scheme, and the same numbers as a
 * table.
 */
export interface ChartSpec {
  readonly title: string;
  /** px; the specified height of charts without it. */
  readonly height?: number;
  readonly draw: (palette: Palette) => Drawing;
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** Text of a user or a definition for plotly, which would take tags in it for markup. */
export function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * What all charts have in common: Russian numbers, a legend above the plot where it covers nothing,
 * our letters and colours.
 */
export function baseLayout(palette: Palette): Partial<Layout> {
  return {
    autosize: true,
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    font: { family: '"Golos Text", system-ui, sans-serif', size: 13, color: palette.text },
    separators: ',\u00a0',
    margin: { l: 16, r: 16, t: 8, b: 16 },
    // Legends and drags are of the mouse alone; the table below says everything.
    legend: {
      orientation: 'h',
      x: 0,
      xanchor: 'left',
      y: 1.02,
      yanchor: 'bottom',
      itemclick: false,
      itemdoubleclick: false,
      font: { size: 12, color: palette.text },
    },
    hoverlabel: {
      bgcolor: palette.panel,
      bordercolor: palette.line,
      font: { family: '"Golos Text", system-ui, sans-serif', size: 13, color: palette.text },
    },
    hovermode: 'closest',
    dragmode: false,
  };
}
