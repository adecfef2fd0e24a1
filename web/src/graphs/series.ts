import type { Calculation } from '#core/contract/calculation.ts';
import type { Bars } from '../charts/bars_chart.ts';
import type { Line } from '../charts/line_chart.ts';

/** As specified: fuels of open mining are shown apart by their coefficient, compared as text. */
const DIESEL = '3.149000';
const FUEL = '3.026000';

/** «Расчет: …», as specified. */
function groupName({ name }: Calculation): string {
  return `Расчет: ${name}`;
}

/** As specified: a missing result counts as 0. */
function resultOf(calculation: Calculation, name: string): number {
  const value = Number(calculation[name] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

/** First bar chart: a group of two bars per calculation of underground mining. */
export function undergroundBars(calculations: readonly Calculation[]): Bars {
  return {
    groups: calculations.map(groupName),
    series: [
      { name: 'Выбросы CO2 (Подземная добыча)', values: calculations.map((one) => resultOf(one, 'res_co2')) },
      { name: 'Выбросы CH4 (Подземная добыча)', values: calculations.map((one) => resultOf(one, 'res_ch4')) },
    ],
  };
}

/** Second bar chart: CO2 of open mining, by fuel. */
export function fuelBars(calculations: readonly Calculation[]): Bars {
  const shown = calculations.filter(({ ef }) => ef === DIESEL || ef === FUEL);
  const series = (name: string, coefficient: string) => ({
    name,
    values: shown.map((one) => (one.ef === coefficient ? resultOf(one, 'res_co2') : null)),
  });
  return {
    groups: shown.map(groupName),
    series: [series('Выбросы CO2 (Дизель)', DIESEL), series('Выбросы CO2 (Топливо)', FUEL)],
  };
}

/** The time series of a forecast by number of the day. */
export function methaneLine(forecast: Calculation): { days: number[]; line: Line } {
  const values = resultsOf(forecast);
  return { days: values.map((_, index) => index + 1), line: { name: forecast.name, values } };
}

function resultsOf({ data }: Calculation): (number | null)[] {
  if (!Array.isArray(data)) return [];
  return data.map((row: { readonly result?: unknown }) => (typeof row.result === 'number' ? row.result : null));
}
