import { computeTable } from '#core/calculations/compute_table.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { readRowsFile } from '#core/calculations/rows_file.ts';
import { loadServerCore } from '#functions/core.ts';
import { type Cell, tableData } from './table_cases.ts';

const core = await loadServerCore();

/** Columns of a computed table, by name, and what its head says. */
export async function computeRows(
  type: CalculationType,
  rows: readonly (readonly Cell[])[],
  inputs: Readonly<Record<string, number>> = {},
) {
  const definition = definitionOf(type);
  const { bytes } = await computeTable(definition, tableData(definition, rows), { core, inputs });
  const { head, data } = readRowsFile(bytes);
  const column = (name: string): number[] => [...(data[name] ?? [])];
  return { head, column };
}
