import Plotly, { type Config, type Layout } from 'plotly.js';
import ru from 'plotly.js-locales/ru';
import type { ChartSpec } from './chart_spec.ts';
import { plain } from './chart_spec.ts';
import { PALETTES } from './palette.ts';

// All that needs plotly: loaded when the first chart is shown, and not before.

Plotly.register(ru);

export const CONFIG: Partial<Config> = { locale: 'ru', displayModeBar: false, displaylogo: false, scrollZoom: false };

const EXPORTED = { width: 1200, height: 600 };

/** Saves a chart as a file: with its title, on paper white, whatever the screen is. */
export async function saveChart(figure: ChartSpec, format: 'png' | 'svg'): Promise<void> {
  const palette = PALETTES.light;
  const { data, layout } = figure.draw(palette);
  const whole: Partial<Layout> = {
    ...layout,
    title: { text: plain(figure.title), x: 0, xref: 'paper', font: { size: 18, color: palette.text } },
    paper_bgcolor: palette.panel,
    margin: { l: 32, r: 32, t: 96, b: 32 },
  };
  const filename = figure.title.replace(/[\\/:*?"<>|]+/g, ' ').trim();
  await Plotly.downloadImage({ data, layout: whole, config: CONFIG }, { ...EXPORTED, format, filename });
}

export { Plotly };
