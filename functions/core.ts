import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MODULE_SHA256 } from '#core/build/module_sha256.ts';
import { type Core, loadCore } from '#core/load.ts';
import type { CompiledModule, ModuleName } from '#core/modules.ts';
import { CORE_FOLDER } from './places.ts';

const BUILD_FOLDER = new URL('build/', CORE_FOLDER);

/** The core for the server. It and each module that it loads throw unless they have the bytes that the browser gets too. */
export function loadServerCore(folder: URL = BUILD_FOLDER): Promise<Core> {
  return loadCore((name) => readModule(name, folder));
}

async function readModule(name: ModuleName, folder: URL): Promise<CompiledModule> {
  const bytes = await readFile(new URL(`${name}.wasm`, folder));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const expected = MODULE_SHA256[name];
  if (sha256 !== expected) throw new Error(`${name}.wasm has SHA-256 ${sha256}, expected ${expected}: build it again`);
  return { sha256, module: await WebAssembly.compile(bytes) };
}
