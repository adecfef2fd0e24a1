import type { LineChart } from '#core/calculations/table_chart.ts';
import { type ChartKind, numberResult, rowNumber } from './kind.ts';
import { lineChart } from './line_chart.ts';
import { outlineChart } from './outline_chart.ts';

const COUNTED = 'Дни';

/** A line through every row; of a long table its outline. */
export const lineKind: ChartKind<LineChart> = {
  names: ({ date, result }) => ({ columns: [date], results: [result] }),
  draw: ({ definition, head, isLong, rows }, chart) => {
    const { label, decimals, limit } = numberResult(definition, chart.result);
    const common = { title: chart.title, axis: chart.axis, decimals, ...(limit && { limit }) };
    if (isLong) {
      return outlineChart({ ...common, x: COUNTED, name: label, count: head.count, outline: head.outline ?? [] });
    }
    const dates = rows.map((row) => row[chart.date]);
    const isDated = dates.every(
      (date, index) => typeof date === 'string' && (index === 0 || date > String(dates[index - 1])),
    );
    return lineChart({
      ...common,
      x: isDated ? (definition.table?.columns[chart.date]?.label ?? COUNTED) : COUNTED,
      days: isDated ? dates.map(String) : rows.map((_, index) => index + 1),
      lines: [{ name: label, values: rows.map((row) => rowNumber(row, chart.result)) }],
    });
  },
};
