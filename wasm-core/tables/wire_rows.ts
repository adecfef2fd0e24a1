import type { CalculationDefinition } from '../calculations/definition.ts';
import type { RowsHead, WireRow } from '../contract/rows.ts';

const DAY_MS = 86_400_000;

/** Rows of a rows file in their wire form. `rows`: the numbers of whole rows, row by row. */
export function wireRows(definition: CalculationDefinition, head: RowsHead, rows: Float64Array): WireRow[] {
  const width = head.columns.length;
  const show = head.columns.map((name) => [name, shower(definition, head, name)] as const);
  return Array.from({ length: rows.length / width }, (_, row) =>
    Object.fromEntries(show.map(([name, text], index) => [name, text(rows[row * width + index] ?? Number.NaN)])),
  );
}

type Show = (value: number) => number | string | null;

function shower({ table, results }: CalculationDefinition, head: RowsHead, name: string): Show {
  const texts = head.texts[name];
  if (texts) return (value) => texts[value] ?? null;
  if (table?.columns[name]?.kind === 'date') return (value) => (Number.isNaN(value) ? null : isoDayOf(value));
  const result = results[name];
  if (result?.kind === 'choice') {
    const options = Object.keys(result.options);
    return (value) => options[value] ?? null;
  }
  return (value) => (Number.isNaN(value) ? null : value);
}

/** yyyy-MM-dd of a day counted from 1970-01-01. */
export function isoDayOf(days: number): string {
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}
