import type { CalculationDefinition } from '../calculations/definition.ts';
import type { RowsToWrite } from '../calculations/rows_file.ts';
import type { TableData } from '../calculations/table.ts';

/** The input table of a rows file: its columns without the results. */
export function tableOfRows({ table }: CalculationDefinition, { head, data }: RowsToWrite): TableData {
  const names = ['id', ...Object.keys(table?.columns ?? {})].flatMap((name) => {
    const column = data[name];
    return column ? [[name, column] as const] : [];
  });
  return { count: head.count, columns: Object.fromEntries(names), texts: head.texts };
}

/**
 * Whether two tables have the same rows in the same order, bit for bit; two blanks are equal.
 */
export function sameTable(one: TableData, other: TableData): boolean {
  return (
    one.count === other.count &&
    sameNames(one.columns, other.columns) &&
    Object.entries(one.columns).every(([name, column]) => sameNumbers(column, other.columns[name])) &&
    JSON.stringify(Object.entries(one.texts).sort()) === JSON.stringify(Object.entries(other.texts).sort())
  );
}

function sameNames(one: object, other: object): boolean {
  return Object.keys(one).sort().join('\n') === Object.keys(other).sort().join('\n');
}

function sameNumbers(one: Float64Array, other: Float64Array | undefined): boolean {
  return other?.length === one.length && one.every((value, row) => Object.is(value, other[row]));
}
