import type { FilledChart } from '#core/calculations/table_chart.ts';
import { filledChart } from './filled_chart.ts';
import { type ChartKind, numberResult, rowNumber, rowYear } from './kind.ts';

/** The series of one object with its filled points. */
export const filledKind: ChartKind<FilledChart> = {
  names: ({ column, result, origin }) => ({ columns: [column], results: [result, origin] }),
  draw: ({ definition, rows, columnTitle }, chart) => {
    if (rows.every((row) => rowNumber(row, chart.result) === null)) return undefined;
    const origin = definition.results[chart.origin];
    return filledChart({
      title: chart.title,
      y: columnTitle(chart.column),
      points: rows.map((row) => ({
        year: rowYear(definition, row),
        value: rowNumber(row, chart.result),
        origin: String(row[chart.origin]),
      })),
      origins: origin?.kind === 'choice' ? origin.options : {},
      known: chart.known,
      blank: chart.blank,
      decimals: numberResult(definition, chart.result).decimals,
    });
  },
};
