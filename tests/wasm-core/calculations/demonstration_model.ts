import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Core } from '#core/load.ts';
import { loadRowModel, type RowModel } from '#core/models/row_model.ts';

const FILES: Readonly<Record<string, string>> = { xgboost: 'xgboost.ubj', lightgbm: 'lightgbm.txt' };

/** The shipped model of a method, ready to compute rows. */
export async function demonstrationModel(core: Core, method: string): Promise<RowModel> {
  const bytes = readFileSync(`wasm-core/models/demonstration/${FILES[method]}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return loadRowModel(core, { id: `demonstration-${method}`, name: method, sha256 }, bytes);
}
