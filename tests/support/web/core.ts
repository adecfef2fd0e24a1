import { readFile } from 'node:fs/promises';
import { MODULE_SHA256 } from '#core/build/module_sha256.ts';
import { loadCore } from '#core/load.ts';
import { compiledModule } from '../compiled_module.ts';

/** The core that the screens under test load too. */
export const core = await loadCore(async (name) => ({
  sha256: MODULE_SHA256[name],
  module: await compiledModule(name),
}));

/** The file of a shipped model. */
export const MODEL_FILE = new Uint8Array(await readFile('wasm-core/models/demonstration/xgboost.ubj'));
