import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { definitionOf } from '#core/calculations/index.ts';
import { readRowsFile } from '#core/calculations/rows_file.ts';
import type { SettingValues } from '#core/calculations/schema.ts';
import type { TableData } from '#core/calculations/table.ts';
import { sameTable, tableOfRows } from '#core/tables/input_columns.ts';
import { mergeRows, readJsonRows } from '#core/tables/json_rows.ts';
import { type ReadTable, readTable, type TableRefused } from '#core/tables/read_table.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import { rowsKey } from '../store/file_key.ts';
import type { Files } from '../store/files.ts';
import type { Tenant } from '../store/tenant.ts';

/** A file with a table, as it came. */
export interface TableFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Sources of rows: a file, `data` of the body, or the stored rows changed by `data` and `deleted`. */
export interface TableSource {
  readonly tenant: Tenant;
  readonly body: Readonly<Record<string, unknown>>;
  readonly file?: TableFile;
  readonly current?: StoredCalculation;
}

/** Rows that have been read and checked. */
export interface SourceRows {
  readonly ok: true;
  /** Whether they are others than those that the calculation has. */
  readonly changed: boolean;
  readonly data: () => Promise<TableData>;
  /** What a person should know of how the file was read, in Russian. */
  readonly notes: readonly string[];
}

/** Reads the rows from their source, or reports every fault. `onProgress`: see `readTable`. */
export async function loadDataset(
  files: Files,
  { tenant, body, file, current }: TableSource,
  definition: CalculationDefinition,
  settings: SettingValues,
  onProgress?: (share: number) => Promise<void> | void,
): Promise<SourceRows | TableRefused> {
  if (file) return newRows(await readTable(file.bytes, file.name, definition, settings, onProgress));
  const { data, deleted } = definition.table?.hasGrid ? body : {};
  if (!current) return (data ?? undefined) === undefined ? noRows(definition) : newRows(readJsonRows(data, definition));
  const stored = () => readStoredTable(files, tenant, current);
  if ((data ?? deleted ?? undefined) === undefined) return { ok: true, changed: false, data: stored, notes: [] };
  const before = await stored();
  const read = mergeRows(before, data, deleted, definition);
  return newRows(read, read.ok && !sameTable(before, read.data));
}

/** The table that a stored calculation was computed from. */
export async function readStoredTable(
  files: Files,
  tenant: Tenant,
  { id, type, table }: StoredCalculation,
): Promise<TableData> {
  if (!table) throw new TypeError(`The calculation ${id} takes no table`);
  const bytes = await files.get(rowsKey(tenant, id, table.rows.sha256));
  if (!bytes) throw new Error(`The rows of the calculation ${id} are not in the bucket`);
  return tableOfRows(definitionOf(type), readRowsFile(bytes));
}

function newRows(read: ReadTable, changed = true): SourceRows | TableRefused {
  return read.ok ? { ok: true, changed, data: async () => read.data, notes: read.notes } : read;
}

function noRows({ table }: CalculationDefinition): TableRefused {
  const message = table?.hasGrid
    ? 'Добавьте строки (data) или приложите файл .xlsx или .csv (file_data).'
    : 'Приложите файл .xlsx или .csv (file_data).';
  const errors = [{ field: table?.hasGrid ? 'data' : 'file_data', message }];
  return { ok: false, status: 400, code: 'invalid_fields', detail: message, errors, total: 1 };
}
