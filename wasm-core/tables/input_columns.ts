import type { CalculationDefinition } from '../calculations/definition.ts';
import type { RowsToWrite } from '../calculations/rows_file.ts';
import type { TableData } from '../calculations/table.ts';

/** The table that a rows file was computed from: its columns without the results. */
export function tableOfRows({ table }: CalculationDefinition, { head, data }: RowsToWrite): TableData {
  const given = ['id', ...Object.keys(table?.columns ?? {})].flatMap((name) => {
    const column = data[name];
    return column ? [[name, column] as const] : [];
  });
  return { count: head.count, columns: Object.fromEntries(given), texts: head.texts };
}

/**
 * Whether two tables hold the same rows in the same order, to the last bit; blanks equal one
 * another.
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
