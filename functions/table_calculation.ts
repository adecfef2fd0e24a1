import { createHash } from 'node:crypto';
import { computeTable } from '#core/calculations/compute_table.ts';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { TableData } from '#core/calculations/table.ts';
import { type Fault, faultValue } from '#core/contract/errors.ts';
import type { Core } from '#core/load.ts';
import type { RowModel } from '#core/models/row_model.ts';
import { mergeRows, readJsonRows } from '#core/tables/json_rows.ts';
import { LISTED_FAULTS, type ReadTable, readTable } from '#core/tables/read_table.ts';
import { type RowsHead, readRowsFile, rowsStart } from '#core/tables/rows_file.ts';
import { sameTable, tableOfRows } from '#core/tables/table_of_rows.ts';
import { type CalculationFields, parseFields, provenanceOf } from './calculation_fields.ts';
import { faultyFields, type JsonObject } from './routes/request.ts';
import type { StoredCalculation, StoredRows, StoredTable } from './store/calculations.ts';
import type { DictionaryReader } from './store/dictionaries.ts';
import { rowsKey } from './store/file_key.ts';
import type { Files } from './store/files.ts';
import { activeModel, modelById } from './store/models.ts';
import type { Table } from './store/table.ts';
import type { Tenant } from './store/tenant.ts';

/** What the computing of a table needs: the request and the worker have it. */
export interface TableServices {
  readonly core: Core;
  readonly table: Table;
  readonly files: Files;
  readonly dictionary: DictionaryReader;
}

/** Share of the work that is reading the table; the rest is computing it. */
const READING = 0.6;

/** Longest text that is kept of a warning or a problem, in characters. */
const TEXT_LIMIT = 300;

/** A file with a table, as it came. */
export interface TableFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a table calculation is made or changed from. */
export interface TableRequest {
  readonly tenant: Tenant;
  readonly type: CalculationType;
  /**
   * Name, project, inputs, settings, `actual`, `model` (an id) and, where rows may be typed, `data` and `deleted`. Of a calculation that is
   * being changed: its own fields overlaid with those of the request. Results and unknown fields are passed over.
   */
  readonly body: JsonObject;
  /** The whole table anew; without it the rows come from `data`. */
  readonly file?: TableFile;
  /** The calculation that is being changed: `data` and `deleted` change its rows. */
  readonly current?: StoredCalculation;
}

/** A request whose fields, model and rows have all been checked. */
export interface CheckedTable {
  readonly definition: CalculationDefinition;
  readonly fields: CalculationFields;
  readonly model: RowModel | undefined;
  readonly fileName: string | null;
  /** Whether the rows are others than those that `current` has. */
  readonly rowsChanged: boolean;
  readonly data: () => Promise<TableData>;
  /** What a person should know of how the file was read, in Russian. */
  readonly notes: readonly string[];
}

/** A computed calculation: the fields of its item but for identity and versions, and the bytes of its rows file. */
export interface ComputedTable {
  readonly fields: ComputedFields;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type ComputedFields = Pick<
  StoredCalculation,
  'name' | 'project' | 'actual' | 'inputs' | 'results' | 'provenance' | 'core_sha256'
> & { readonly table: StoredTable };

/** Told the share of the work done, 0…1; may throw to stop the work. */
export type OnProgress = (share: number) => Promise<void> | void;

/**
 * Reads and checks everything that a calculation is made from. Throws a Refusal with every fault of fields and cells at once: 400,
 * or 413 and 415 of a file that cannot be read at all.
 */
export async function checkTable(
  services: TableServices,
  request: TableRequest,
  onProgress?: OnProgress,
): Promise<CheckedTable> {
  const definition = definitionOf(request.type);
  const parsed = parseFields(definition, request.body, services.core);
  const chosen = await chooseModel(services, request, definition, parsed.settings);
  const rows = await readRows(services, request, definition, parsed.settings, onProgress);
  const faults = [...(parsed.ok ? [] : parsed.errors), ...chosen.faults];
  if (!parsed.ok || faults.length > 0 || !rows.ok) throw refuse(faults, rows);
  const { fields } = parsed;
  const fileName = request.file?.name ?? request.current?.table?.file_name ?? null;
  const { changed: rowsChanged, data, notes } = rows;
  return { definition, fields, model: chosen.model, fileName, rowsChanged, data, notes };
}

/** Checks what a ticket for a large file says beside the file. Throws a Refusal with every fault. */
export async function checkTableFields(services: TableServices, request: TableRequest): Promise<CalculationFields> {
  const definition = definitionOf(request.type);
  const parsed = parseFields(definition, request.body, services.core);
  const chosen = await chooseModel(services, request, definition, parsed.settings);
  const faults = [...(parsed.ok ? [] : parsed.errors), ...chosen.faults];
  if (!parsed.ok || faults.length > 0) throw faultyFields(faults);
  return parsed.fields;
}

/** Computes a checked table: the same bytes for the same request, always and everywhere. Stores nothing. */
export async function computeChecked(
  { core, dictionary }: TableServices,
  { definition, fields, model, fileName, data, notes }: CheckedTable,
  onProgress?: OnProgress,
): Promise<ComputedTable> {
  const { head, bytes } = await computeTable(definition, await data(), {
    core,
    inputs: fields.inputs,
    ...(model && { model }),
    ...(onProgress && { onProgress: (share) => onProgress(READING + share * (1 - READING)) }),
  });
  const { settings, ...typed } = fields;
  const table: StoredTable = {
    settings,
    rows: describeRows(head, bytes),
    model: model ? { id: model.id, name: model.name, sha256: model.sha256 } : null,
    file_name: fileName,
    ...kept(head, notes),
  };
  const provenance = await provenanceOf(definition, fields, dictionary);
  return { fields: { ...typed, results: known(head.summary), provenance, core_sha256: core.sha256, table }, bytes };
}

/** Puts the rows of a calculation where its item will say they are. A repeat changes nothing; without the item they are nobody's. */
export async function storeRows(files: Files, tenant: Tenant, id: string, { fields, bytes }: ComputedTable) {
  await files.put(rowsKey(tenant, id, fields.table.rows.sha256), bytes);
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

type ReadRows = { readonly ok: true; readonly changed: boolean } & Pick<CheckedTable, 'data' | 'notes'>;

async function readRows(
  { files }: TableServices,
  { tenant, body, file, current }: TableRequest,
  definition: CalculationDefinition,
  settings: CalculationFields['settings'],
  onProgress?: OnProgress,
): Promise<ReadRows | Extract<ReadTable, { ok: false }>> {
  if (file) {
    const read = await readTable(file.bytes, file.name, definition, settings, (share) => onProgress?.(share * READING));
    return read.ok ? rowsOf(read) : read;
  }
  const { data, deleted } = definition.table?.hasGrid ? body : {};
  if (!current) {
    if (data === undefined || data === null) return noRows(definition);
    const read = readJsonRows(data, definition);
    return read.ok ? rowsOf(read) : read;
  }
  const stored = () => readStoredTable(files, tenant, current);
  if ((data ?? deleted ?? undefined) === undefined) return { ok: true, changed: false, data: stored, notes: [] };
  const before = await stored();
  const read = mergeRows(before, data ?? [], deleted ?? [], definition);
  return read.ok ? { ...rowsOf(read), changed: !sameTable(before, read.data) } : read;
}

function rowsOf({ data, notes }: Extract<ReadTable, { ok: true }>): ReadRows {
  return { ok: true, changed: true, data: async () => data, notes };
}

function noRows({ table }: CalculationDefinition): Extract<ReadTable, { ok: false }> {
  const message = table?.hasGrid
    ? 'Добавьте строки (data) или приложите файл .xlsx или .csv (file_data).'
    : 'Приложите файл .xlsx или .csv (file_data).';
  const errors = [{ field: table?.hasGrid ? 'data' : 'file_data', message }];
  return { ok: false, status: 400, code: 'invalid_fields', detail: message, errors, total: 1 };
}

interface ChosenModel {
  readonly model: RowModel | undefined;
  readonly faults: readonly Fault[];
}

/**
 * The model that computes the rows: the one that the request names; else the one that the calculation has, while its method stays;
 * else the company's active one of the method.
 */
async function chooseModel(
  services: TableServices,
  { tenant, body, current }: TableRequest,
  { table }: CalculationDefinition,
  settings: CalculationFields['settings'],
): Promise<ChosenModel> {
  const method = table?.modelInput === undefined ? undefined : settings[table.modelInput];
  if (table?.modelInput === undefined || method === undefined) return { model: undefined, faults: [] };
  const pinned = current?.table?.settings[table.modelInput] === method ? current.table.model?.id : undefined;
  const asked = askedModel(body.model, current?.table?.model?.id);
  if (asked === null || (asked === undefined && pinned === undefined)) {
    return { model: await activeModel(services, tenant, method), faults: [] };
  }
  const id = asked ?? pinned ?? '';
  const found = await modelById(services, tenant, id);
  if (found?.method === method) return { model: found, faults: [] };
  const message = found
    ? 'Эта модель для другого метода. Выберите модель этого метода или не указывайте её.'
    : 'Такой модели нет. Выберите модель из списка или не указывайте её.';
  return { model: undefined, faults: [{ field: 'model', value: faultValue(id) ?? '', message }] };
}

/** Id of the model that a body asks for; null: the active one; undefined: it does not say. The own reference echoed says nothing. */
function askedModel(sent: unknown, own: string | undefined): string | null | undefined {
  if (sent === undefined || sent === null || sent === '') return sent === undefined ? undefined : null;
  const id = typeof sent === 'object' && 'id' in sent ? sent.id : sent;
  return id === own && typeof sent === 'object' ? undefined : String(id);
}

function refuse(faults: readonly Fault[], rows: ReadRows | Extract<ReadTable, { ok: false }>) {
  if (rows.ok) return faultyFields(faults);
  const { status, code } = rows;
  const errors = [...faults, ...rows.errors].slice(0, LISTED_FAULTS);
  const detail = [...faults.slice(0, 1).map(({ message }) => message), rows.detail].join(' ');
  return faultyFields(errors, { status, code, detail, total: faults.length + rows.total });
}

/** Figures that there are: one that could not be computed is not stored. */
function known(summary: RowsHead['summary']): Record<string, number> {
  return Object.fromEntries(Object.entries(summary).filter(([, value]) => Number.isFinite(value)));
}

function describeRows(head: RowsHead, bytes: Uint8Array): StoredRows {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes: bytes.length, start: rowsStart(head), count: head.count };
}

/** What an item keeps of warnings and problems: it is bounded, so that it always fits. */
function kept({ warnings, problems }: RowsHead, notes: readonly string[]) {
  return {
    warnings: [...notes, ...warnings].slice(0, LISTED_FAULTS).map(cut),
    warnings_total: notes.length + warnings.length,
    problems: problems.slice(0, LISTED_FAULTS).map((problem) => ({ ...problem, message: cut(problem.message) })),
    problems_total: problems.length,
  };
}

function cut(text: string): string {
  return text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT)}…`;
}
