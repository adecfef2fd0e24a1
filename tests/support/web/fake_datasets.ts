import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { computeTable } from '#core/calculations/compute_table.ts';
import { type CalculationDefinition, numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { readRows, readRowsFile, rowsRange } from '#core/calculations/rows_file.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import type { TableData } from '#core/calculations/table.ts';
import { formatCoefficient } from '#core/contract/decimal.ts';
import type { Model } from '#core/contract/model.ts';
import { loadRowModel } from '#core/models/row_model.ts';
import { tableOfRows } from '#core/tables/input_columns.ts';
import { mergeRows, readJsonRows } from '#core/tables/json_rows.ts';
import { type ReadTable, readTable, type TableRefused } from '#core/tables/read_table.ts';
import { wireRows } from '#core/tables/wire_rows.ts';
import { core } from './core.ts';

const FILES = { xgboost: 'xgboost.ubj', lightgbm: 'lightgbm.txt' } as const;

/** Files of the shipped models, by id. */
export const modelFiles = new Map<string, Uint8Array<ArrayBuffer>>();

/** The shipped models as the API lists them. */
export const MODELS: readonly Model[] = await Promise.all(
  Object.entries(FILES).map(async ([method, file]): Promise<Model> => {
    const bytes = new Uint8Array(await readFile(`wasm-core/models/demonstration/${file}`));
    const id = `demo-${method}`;
    modelFiles.set(id, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const loaded = await loadRowModel(core, { id, name: method, sha256 }, bytes);
    const { objective, trees, depth } = loaded.predictor.info;
    return {
      ...{ id, method, name: `Показательная ${method}`, file_name: file, sha256, size: bytes.length },
      ...{ demonstration: true, is_active: true, objective: String(objective), trees, depth },
      features: loaded.columns.map((column) => ({ name: column, column })),
      ...{ created_at: '2026-01-01T00:00:00.000Z', author: '' },
    };
  }),
);

/** What the stored table of the fake server is. */
export interface FakeTable {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads and computes what a request carries, as the server does: the fields to store, or the
 * refusal.
 */
export async function computeFake(
  type: CalculationType,
  body: Readonly<Record<string, unknown>>,
  file: File | undefined,
  current: FakeTable | undefined,
): Promise<FakeTable | TableRefused> {
  const definition = definitionOf(type);
  const read = await readFake(definition, body, file, current);
  if (!read.ok) return read;
  const parsed = parseInputs(definition, body, core.constant);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { table } = definition;
  const method = body[table?.modelInput ?? ''];
  const model = MODELS.find((one) => (body.model ? one.id === body.model : one.method === method && one.is_active));
  const reference = table?.modelInput && model ? { id: model.id, name: model.name, sha256: model.sha256 } : null;
  const { head, bytes } = await computeTable(definition, read.data, {
    core,
    inputs: parsed.inputs,
    ...(reference && {
      model: await loadRowModel(core, reference, modelFiles.get(reference.id) ?? new Uint8Array()),
    }),
  });
  const coefficients = numberInputs(definition).map(([name]) => [name, formatCoefficient(parsed.inputs[name] ?? 0)]);
  const fields = {
    ...Object.fromEntries(coefficients),
    ...head.summary,
    model: reference,
    rows_count: head.count,
    rows_sha256: createHash('sha256').update(bytes).digest('hex'),
    file_name: file?.name ?? null,
    warnings: head.warnings,
    problems: head.problems,
  };
  return { fields, bytes };
}

async function readFake(
  definition: CalculationDefinition,
  body: Readonly<Record<string, unknown>>,
  file: File | undefined,
  current: FakeTable | undefined,
): Promise<Extract<ReadTable, { ok: false }> | { readonly ok: true; readonly data: TableData }> {
  if (file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return readTable(bytes, file.name, definition, body as Record<string, string>);
  }
  if (!current) return readJsonRows(body.data, definition);
  const stored = tableOfRows(definition, readRowsFile(current.bytes));
  return mergeRows(stored, body.data ?? [], body.deleted ?? [], definition);
}

/** A page of the rows of a table. */
export function fakePage(type: CalculationType, { bytes }: FakeTable, query: URLSearchParams) {
  const { head } = readRowsFile(bytes);
  const [first, end] = rowsRange(head, Number(query.get('offset')), Number(query.get('limit')));
  return {
    count: head.count,
    head,
    results: wireRows(definitionOf(type), head, readRows(bytes.subarray(first, end))),
  };
}
