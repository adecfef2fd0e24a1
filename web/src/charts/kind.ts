import { type CalculationDefinition, numberResults } from '#core/calculations/definition.ts';
import type { TableChart } from '#core/calculations/table_chart.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import type { ChartSpec } from './chart_spec.ts';

/** Rows of a computed table (of a series those of one object), as charts take them. */
export interface ChartedRows {
  readonly definition: CalculationDefinition;
  readonly head: RowsHead;
  /** Too many rows for a point each: `rows` is empty, and the head has their outline. */
  readonly isLong: boolean;
  readonly rows: readonly WireRow[];
  /** Name of a column with its unit; a user may have given it another name. */
  readonly columnTitle: (name: string) => string;
}

/** How the charts of one kind are made of a computed table. */
export interface ChartKind<Chart extends TableChart> {
  /** Columns and results of the definition that the chart names. */
  names(chart: Chart): { readonly columns: readonly string[]; readonly results: readonly string[] };
  /** Years that can be drawn, of which the user chooses one; a kind without it draws all rows. */
  years?(table: ChartedRows, chart: Chart): number[];
  /** Undefined: the rows have no number to draw. */
  draw(table: ChartedRows, chart: Chart, year?: number): ChartSpec | undefined;
}

/** The number result of that name; throws TypeError where the definition has none. */
export function numberResult(definition: CalculationDefinition, name: string) {
  const found = numberResults(definition).find(([key]) => key === name);
  if (!found) throw new TypeError(`«${definition.title}» has no number result ${name}`);
  return found[1];
}

/** A number of a row; null where it is blank. */
export function rowNumber(row: WireRow, name: string): number | null {
  const value = row[name];
  return typeof value === 'number' ? value : null;
}

/** Year of a row of a series. */
export function rowYear({ table }: CalculationDefinition, row: WireRow): number {
  return Number(row[table?.series?.year ?? '']);
}
