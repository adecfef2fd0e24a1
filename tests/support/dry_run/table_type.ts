import { type Addition, registryLine } from './addition.ts';

/** Parameters of the table types of the dry runs. */
interface TableTypeFacts {
  readonly type: string;
  /** Place of the measurements; it makes the headers of a type unique. */
  readonly place: string;
  /** Text of the charts in the definition. */
  readonly charts: string;
}

const formulaOf = ({ type }: TableTypeFacts) => `// Share of the methane that is drained, row by row.

import { at, put } from './column';

/**
 * Efficiency of drainage: K = 100·D/(D + V) [%]. drained D and ventilated V, m³ CH4/min: addresses of f64[rows];
 * share: the column that is written. Definition of the coefficient of degassing.
 */
export function ${type}(rows: i32, drained: usize, ventilated: usize, share: usize): void {
  for (let row = 0; row < rows; row++) {
    const d = at(drained, row);
    put(share, row, (100 * d) / (d + at(ventilated, row)));
  }
}
`;

const definitionOf = ({ type, place, charts }: TableTypeFacts) => `import { CoreColumns } from '../core_columns.ts';
import type { CalculationDefinition } from './definition.ts';
import type { ComputedColumns, TableContext, TableData } from './table.ts';

export const ${type} = {
  title: 'Эффективность дегазации ${place}',
  source: { norm: 'product', clause: 'доля дегазации в метанообильности участка' },
  inputs: {},
  table: {
    columns: {
      drained: {
        kind: 'number', label: 'Дебит метана в дегазации ${place}', symbol: 'D', unit: 'м³/мин', headers: ['дегазация ${place}'], min: 0.1, max: 1e4,
      },
      ventilated: {
        kind: 'number', label: 'Дебит метана в вентиляции ${place}', symbol: 'Q', unit: 'м³/мин', headers: ['вентиляция ${place}'], min: 0, max: 1e4,
      },
    },
    wire: { list: 'data' },
    hasGrid: true,
    summary: { rows: { kind: 'number', label: 'Строк', symbol: 'n', unit: 'шт.', decimals: 0 } },
    compute: shareOf,
    charts: [${charts}],
    example: [[10, 30], [20, 20]],
  },
  results: {
    share: {
      kind: 'number', label: 'Эффективность', symbol: 'K', unit: '%', decimals: 2, formula: '100 * drained / (drained + ventilated)',
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;

async function shareOf(data: TableData, { core }: TableContext): Promise<ComputedColumns> {
  const memory = await CoreColumns.open(core.module);
  const columns = [memory.place(data.columns.drained), memory.place(data.columns.ventilated)];
  const share = memory.take(data.count);
  memory.run('${type}', [data.count, ...columns, share], 0);
  return { results: { share: memory.read(share, data.count) }, summary: { rows: data.count } };
}
`;

const CASES = `import type { TableCase } from './table_cases.ts';

export const tableCases: readonly TableCase[] = [
  {
    title: 'a quarter and a half of the methane are drained',
    rows: [[10, 30], [20, 20]],
    results: { share: [25, 50] },
    summary: { rows: 2 },
    source: '100 · 10 / 40; 100 · 20 / 40',
  },
];
`;

/** The four files of a calculation type on a table, and its tests. */
export function tableType(facts: TableTypeFacts): Addition {
  const { type } = facts;
  return {
    name: type,
    edits: {
      [`wasm-core/assembly/${type}.ts`]: () => formulaOf(facts),
      [`wasm-core/calculations/${type}.ts`]: () => definitionOf(facts),
      'wasm-core/calculations/index.ts': registryLine(type),
      [`tests/wasm-core/calculations/${type}.cases.ts`]: () => CASES,
    },
    suites: [
      'tests/wasm-core/calculations/registry.test.ts',
      'tests/wasm-core/calculations/definition.test.ts',
      'tests/wasm-core/calculations/table_cases.test.ts',
      'tests/wasm-core/calculations/formula.test.ts',
      'tests/wasm-core/tables/recognise.test.ts',
      'tests/functions/http/openapi.test.ts',
      'tests/functions/http/routes/table_calculations.test.ts',
      'tests/functions/export/every_type.test.ts',
      'tests/functions/export/reimport.test.ts',
    ],
  };
}

/** A calculation type that takes a table of rows. */
export const TABLE_TYPE = tableType({ type: 'drainage_share', place: 'участка', charts: '' });
