import type { ChangeChart } from '#core/calculations/table_chart.ts';
import { changeChart } from './change_chart.ts';
import { type ChartKind, numberResult, rowNumber, rowYear } from './kind.ts';

/** The change of a total from year to year and its parts. */
export const changeKind: ChartKind<ChangeChart> = {
  names: ({ total, parts }) => ({ columns: [], results: [total, ...Object.keys(parts)] }),
  draw: ({ definition, rows }, chart) => {
    const { unit, decimals } = numberResult(definition, chart.total);
    const valuesOf = (name: string) => rows.map((row) => rowNumber(row, name));
    const total = valuesOf(chart.total);
    if (total.every((value) => value === null)) return undefined;
    return changeChart({
      title: chart.title,
      unit,
      years: rows.map((row) => rowYear(definition, row)),
      parts: Object.entries(chart.parts).map(([name, part]) => ({ name: part, values: valuesOf(name) })),
      total,
      decimals,
    });
  },
};
