import type { CalculationDefinition, Column } from '#core/calculations/definition.ts';
import type { TableData } from '#core/calculations/table.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import { tableOfRows } from '#core/tables/input_columns.ts';

const DAY_MS = 86_400_000;

/**
 * The table that stored rows were computed from: the way back of `wireRows`, to the same numbers
 * bit for bit.
 */
export function storedTable(definition: CalculationDefinition, head: RowsHead, rows: readonly WireRow[]): TableData {
  const given = definition.table?.columns ?? {};
  const data = head.columns.map((name) => {
    const number = reader(given[name], head.texts[name]);
    return [name, Float64Array.from(rows, (row) => number(row[name] ?? null))] as const;
  });
  return tableOfRows(definition, { head, data: Object.fromEntries(data) });
}

function reader(column: Column | undefined, texts: readonly string[] | undefined) {
  if (texts) {
    const places = new Map(texts.map((text, place) => [text, place]));
    return (value: number | string | null) => places.get(String(value)) ?? Number.NaN;
  }
  if (column?.kind === 'date') {
    return (value: number | string | null) => (value === null ? Number.NaN : Date.parse(String(value)) / DAY_MS);
  }
  return (value: number | string | null) => (value === null ? Number.NaN : Number(value));
}
