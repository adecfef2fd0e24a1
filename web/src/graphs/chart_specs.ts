import { CALCULATIONS } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { RowsHead } from '#core/contract/rows.ts';
import { barsChart } from '../charts/bars_chart.ts';
import type { ChartSpec } from '../charts/chart_spec.ts';
import { lineChart } from '../charts/line_chart.ts';
import { outlineChart } from '../charts/outline_chart.ts';
import type { Charted } from './load.ts';
import { fuelBars, methaneLine, undergroundBars } from './series.ts';

/** As specified: the axis of the time series. */
const PERCENT_AXIS = { title: 'Проценты (%)', from: 0, to: 2, step: 0.2 } as const;

/** The bar charts that a project has calculations for. */
export function barCharts({ underground, open_mining_co2 }: Charted): ChartSpec[] {
  const charts = [
    { title: 'Выбросы при подземной добыче', ...undergroundBars(underground) },
    { title: 'Выбросы при открытой добыче', ...fuelBars(open_mining_co2) },
  ];
  return charts.filter(({ groups }) => groups.length > 0).map((bars) => barsChart({ unit: 'т', decimals: 2, ...bars }));
}

/** The time series of a forecast; of one of very many days by its outline. */
export function forecastChart(forecast: Calculation, head: RowsHead | undefined): ChartSpec {
  const { label, limit, decimals } = CALCULATIONS.regres_methane.results.result;
  const common = { title: 'Временной ряд', axis: PERCENT_AXIS, x: 'Дни', limit, decimals };
  if (head) return outlineChart({ ...common, name: label, count: head.count, outline: head.outline ?? [] });
  const { days, line } = methaneLine(forecast);
  return lineChart({ ...common, days, lines: [line] });
}
