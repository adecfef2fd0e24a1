import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Core } from '#core/load.ts';
import { loadPredictor } from '#core/models/predictor.ts';
import type { RowModel } from '#core/models/row_model.ts';

const FILES: Readonly<Record<string, string>> = { xgboost: 'xgboost.ubj', lightgbm: 'lightgbm.txt' };

/** The shipped model of a method, ready to compute rows. */
export async function demonstrationModel(core: Core, method: string): Promise<RowModel> {
  const bytes = readFileSync(`wasm-core/models/demonstration/${FILES[method]}`);
  const predictor = await loadPredictor(core.module, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    id: `demonstration-${method}`,
    name: method,
    method,
    sha256,
    predictor,
    columns: predictor.info.featureNames,
  };
}
