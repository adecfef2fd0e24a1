import type { Addition } from './addition.ts';
import { tableType } from './table_type.ts';

const KIND = `import type { TableChart } from '#core/calculations/table_chart.ts';
import { formatNumber } from '../format.ts';
import { baseLayout } from './chart_spec.ts';
import { type ChartKind, rowNumber, numberResult } from './kind.ts';

interface DialChart extends TableChart {
  readonly kind: 'dial';
  readonly result: string;
}

/** The result of the last row as the hand of a dial, percent. */
export const dialKind: ChartKind<DialChart> = {
  names: ({ result }) => ({ columns: [], results: [result] }),
  draw: ({ definition, rows }, { title, result }) => {
    const { label, decimals } = numberResult(definition, result);
    const value = rows.map((row) => rowNumber(row, result)).findLast((one) => one !== null);
    if (value === undefined || value === null) return undefined;
    return {
      title,
      columns: [{ header: label, isNumeric: true }],
      rows: [[formatNumber(value, decimals)]],
      draw: (palette) => ({
        data: [{ type: 'indicator', mode: 'gauge+number', value, gauge: { axis: { range: [0, 100] } } }],
        layout: baseLayout(palette),
      }),
    };
  },
};
`;

const TYPE = tableType({
  type: 'drainage_dial',
  place: 'шахты',
  charts: "{ kind: 'dial', title: 'Дегазация в последней строке', result: 'share' }",
});

/** A calculation type on a table, with a kind of chart that no other type has. */
export const CHARTED_TYPE: Addition = {
  ...TYPE,
  edits: { ...TYPE.edits, 'web/src/charts/dial_kind.ts': () => KIND },
  suites: [...TYPE.suites, 'tests/web/charts/chart_kinds.test.ts'],
};
