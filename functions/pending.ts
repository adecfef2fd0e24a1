import { readFile } from 'node:fs/promises';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { Settings } from '#core/calculations/schema.ts';
import type { TableData } from '#core/calculations/table.ts';
import type { Core } from '#core/load.ts';
import { loadPredictor } from '#core/models/predictor.ts';
import type { RowModel } from '#core/models/row_model.ts';
import type { ReadTable } from '#core/tables/read_table.ts';
import type { Tenant } from './store/tenant.ts';

// Stand-ins for what other parts of the same change bring: the readers of tables, the template, the company's models.

export type ReadFile = (
  bytes: Uint8Array,
  fileName: string,
  definition: CalculationDefinition,
  settings: Settings,
  onProgress?: (share: number) => Promise<void> | void,
) => Promise<ReadTable>;

const notYet = (): never => {
  throw new Error('Not there yet');
};

export const readTable: ReadFile = async () => notYet();
export const readJsonRows = (_raw: unknown, _definition: CalculationDefinition): ReadTable => notYet();
export const mergeRows = (
  _current: TableData,
  _changed: unknown,
  _deleted: unknown,
  _definition: CalculationDefinition,
): ReadTable => notYet();
export const makeTemplate = async (
  _definition: CalculationDefinition,
  _format: 'csv' | 'xlsx',
): Promise<{ bytes: Uint8Array<ArrayBuffer>; fileName: string; contentType: string }> => notYet();

const FOLDER = new URL('../wasm-core/models/demonstration/', import.meta.url);
const FILES: Readonly<Record<string, string>> = { xgboost: 'xgboost.ubj', lightgbm: 'lightgbm.txt' };

export async function activeModel({ core }: { core: Core }, _tenant: Tenant, method: string): Promise<RowModel> {
  const file = FILES[method] ?? notYet();
  const predictor = await loadPredictor(core.module, await readFile(new URL(file, FOLDER)));
  const columns = predictor.info.featureNames;
  return { id: method, name: file, method, sha256: method, predictor, columns };
}

export async function modelById(services: { core: Core }, tenant: Tenant, id: string): Promise<RowModel | undefined> {
  return Object.hasOwn(FILES, id) ? activeModel(services, tenant, id) : undefined;
}
