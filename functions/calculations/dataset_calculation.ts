import { createHash } from 'node:crypto';
import { computeTable } from '#core/calculations/compute_table.ts';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { ResultRefused } from '#core/calculations/result_refused.ts';
import { rowsStart } from '#core/calculations/rows_file.ts';
import type { Fault } from '#core/contract/errors.ts';
import type { RowsHead } from '#core/contract/rows.ts';
import type { RowModel } from '#core/models/row_model.ts';
import { LISTED_FAULTS, type TableRefused } from '#core/tables/read_table.ts';
import { faultyFields } from '../errors.ts';
import type { StoredCalculation, StoredRows, StoredTable } from '../store/calculations.ts';
import type { DictionaryReader } from '../store/dictionaries.ts';
import { rowsKey } from '../store/file_key.ts';
import type { ModelServices } from '../store/models.ts';
import type { Tenant } from '../store/tenant.ts';
import { type CalculationFields, parseFields, provenanceOf } from './calculation_fields.ts';
import { type QuotaServices, takeRoom } from './company_quota.ts';
import { loadDataset, type SourceRows, type TableSource } from './dataset_input.ts';
import { chooseModel } from './model_choice.ts';

/** What the computing of a table needs: the request and the worker have it. */
export interface TableServices extends ModelServices, QuotaServices {
  readonly dictionary: DictionaryReader;
}

/** Share of the work that is reading the table; the rest is computing it. */
const READING = 0.6;

/** Longest text that is kept of a warning or a problem, in characters. */
const TEXT_LIMIT = 300;

/** What a table calculation is made or changed from. */
export interface TableRequest extends TableSource {
  readonly type: CalculationType;
  /**
   * Name, project, inputs, settings, `actual`, `model` (an id) and, where rows may be typed, `data` and `deleted`. Of a calculation that is
   * being changed: its own fields overlaid with those of the request. Results and unknown fields are passed over.
   */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request whose fields, model and rows have all been checked. */
export interface CheckedTable {
  readonly definition: CalculationDefinition;
  readonly fields: CalculationFields;
  readonly model: RowModel | undefined;
  readonly fileName: string | null;
  readonly rows: SourceRows;
}

/** A computed calculation: the fields of its item except identity and version, and its rows file. */
export interface ComputedDataset {
  readonly fields: ComputedFields;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type ComputedFields = Pick<
  StoredCalculation,
  'name' | 'project' | 'actual' | 'inputs' | 'results' | 'provenance' | 'core_sha256'
> & { readonly table: StoredTable };

/** Reports the share of the work done, 0…1; may throw to stop the work. */
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
  const reading = onProgress && ((share: number) => onProgress(share * READING));
  const rows = await loadDataset(services.files, request, definition, parsed.settings, reading);
  const faults = [...(parsed.ok ? [] : parsed.errors), ...chosen.faults];
  if (!parsed.ok || faults.length > 0 || !rows.ok) throw refuse(faults, rows);
  const { fields } = parsed;
  const fileName = request.file?.name ?? request.current?.table?.file_name ?? null;
  return { definition, fields, model: chosen.model, fileName, rows };
}

/** Checks the fields of an upload ticket and finds the model. Throws a Refusal with every fault. */
export async function checkTableFields(
  services: TableServices,
  request: TableRequest,
): Promise<Pick<CheckedTable, 'fields' | 'model'>> {
  const definition = definitionOf(request.type);
  const parsed = parseFields(definition, request.body, services.core);
  const chosen = await chooseModel(services, request, definition, parsed.settings);
  const faults = [...(parsed.ok ? [] : parsed.errors), ...chosen.faults];
  if (!parsed.ok || faults.length > 0) throw faultyFields(faults);
  return { fields: parsed.fields, model: chosen.model };
}

/**
 * Computes a checked table: the same bytes for the same request, always and everywhere. Stores nothing. `maxSteps`: work that its model
 * may take. Throws a Refusal where it needs more, or gives answers that are no numbers to keep.
 */
export async function computeChecked(
  { core, dictionary }: TableServices,
  { definition, fields, model, fileName, rows }: CheckedTable,
  { maxSteps, onProgress }: { readonly maxSteps: number; readonly onProgress?: OnProgress },
): Promise<ComputedDataset> {
  const computing = computeTable(definition, await rows.data(), {
    core,
    inputs: fields.inputs,
    ...(model && { model, maxSteps }),
    ...(onProgress && { onProgress: (share) => onProgress(READING + share * (1 - READING)) }),
  });
  const { head, bytes } = await computing.catch((error: unknown) => {
    throw error instanceof ResultRefused ? refuseResult(error) : error;
  });
  const { settings, ...typed } = fields;
  const table: StoredTable = {
    settings,
    rows: describeRows(head, bytes),
    model: model ? { id: model.id, name: model.name, sha256: model.sha256 } : null,
    file_name: fileName,
    ...kept(head, rows.notes),
  };
  const provenance = await provenanceOf(definition, fields, dictionary);
  return { fields: { ...typed, results: known(head.summary), provenance, core_sha256: core.sha256, table }, bytes };
}

/** Stores the rows file before its item; a repeat changes nothing. The sweeper removes orphans. */
export async function storeRows(
  services: TableServices,
  tenant: Tenant,
  id: string,
  { fields, bytes }: ComputedDataset,
): Promise<void> {
  const { files } = services;
  const key = rowsKey(tenant, id, fields.table.rows.sha256);
  if ((await files.size(key)) === undefined) await takeRoom(services, tenant, bytes.length);
  // Also where it is there: a damaged file is mended so.
  await files.put(key, bytes);
}

function refuseResult({ status, fault }: ResultRefused) {
  return faultyFields([fault], { status, code: status === 413 ? 'too_large' : 'unusable_results' });
}

function refuse(faults: readonly Fault[], rows: SourceRows | TableRefused) {
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
