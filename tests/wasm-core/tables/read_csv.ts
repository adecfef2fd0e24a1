import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { Fault } from '#core/contract/errors.ts';
import { type ReadTable, readTable } from '#core/tables/read_table.ts';

/** Reads a table from the text of a csv. */
export function readCsv(
  text: string,
  definition: CalculationDefinition,
  settings: Record<string, string> = {},
): Promise<ReadTable> {
  return readTable(new TextEncoder().encode(text), 'таблица.csv', definition, settings);
}

/** A table that must have been read. */
export function accepted(read: ReadTable): ReadTable & { readonly ok: true } {
  if (!read.ok) throw new Error(JSON.stringify(read, undefined, 1));
  return read;
}

/** Faults of a table that must have been refused, as «row column: message». */
export function refusals(read: ReadTable): string[] {
  if (read.ok) throw new Error('The table was read');
  return read.errors.map(({ row, column, message }: Fault) => `${row ?? ''} ${column ?? ''}: ${message}`);
}
