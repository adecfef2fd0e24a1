import type { TornadoChart } from '#core/calculations/table_chart.ts';
import { type ChartKind, numberResult, rowNumber, rowYear } from './kind.ts';
import { tornadoChart } from './tornado_chart.ts';

/** What a change of each input by 1 % does, in one year of an object. */
export const tornadoKind: ChartKind<TornadoChart> = {
  names: ({ bars }) => ({ columns: [], results: Object.keys(bars) }),
  years: ({ definition, rows }, { bars }) => {
    const whole = rows.filter((row) => Object.keys(bars).every((name) => rowNumber(row, name) !== null));
    return whole.map((row) => rowYear(definition, row));
  },
  draw: ({ definition, rows }, chart, year) => {
    const row = rows.find((item) => rowYear(definition, item) === year);
    if (!row) return undefined;
    const bars = Object.entries(chart.bars).map(([name, bar]) => ({ name: bar, effect: rowNumber(row, name) ?? 0 }));
    const [first = ''] = Object.keys(chart.bars);
    const { decimals } = numberResult(definition, first);
    return tornadoChart({ title: chart.title, x: chart.axis, bars, decimals });
  },
};
