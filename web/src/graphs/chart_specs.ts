import { CALCULATIONS } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { RowsHead } from '#core/contract/rows.ts';
import { barsFigure } from '../charts/bars_chart.ts';
import type { ChartFigure } from '../charts/chart_spec.ts';
import { lineFigure } from '../charts/line_chart.ts';
import { outlineFigure } from '../charts/outline_chart.ts';
import type { Charted } from './load.ts';
import { fuelBars, methaneLine, undergroundBars } from './series.ts';

/** As specified: the axis of the time series. */
const PERCENT_AXIS = { title: 'Проценты (%)', from: 0, to: 2, step: 0.2 } as const;

/** The bar charts that a project has calculations for. */
export function barFigures({ underground, open_mining_co2 }: Charted): ChartFigure[] {
  const charts = [
    { title: 'Выбросы при подземной добыче', ...undergroundBars(underground) },
    { title: 'Выбросы при открытой добыче', ...fuelBars(open_mining_co2) },
  ];
  return charts
    .filter(({ groups }) => groups.length > 0)
    .map((bars) => barsFigure({ unit: 'т', decimals: 2, ...bars }));
}

/** The time series of a forecast; of one of very many days by its outline. */
export function forecastFigure(forecast: Calculation, head: RowsHead | undefined): ChartFigure {
  const { label, limit, decimals } = CALCULATIONS.regres_methane.results.result;
  const common = { title: 'Временной ряд', axis: PERCENT_AXIS, x: 'Дни', limit, decimals };
  if (head) return outlineFigure({ ...common, name: label, count: head.count, outline: head.outline ?? [] });
  const { days, line } = methaneLine(forecast);
  return lineFigure({ ...common, days, lines: [line] });
}
