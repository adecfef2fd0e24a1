import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CORE_SHA256 } from '#core/build/core_sha256.ts';
import { type Core, loadCore } from '#core/load.ts';

/** Folder of the core's files; the bundles of the Lambda functions have it at the same place. */
export const CORE_FOLDER = new URL('../wasm-core/', import.meta.url);

const CORE_FILE = new URL('build/core.wasm', CORE_FOLDER);

/** The core for the server. Throws unless `core.wasm` has the bytes that the browser gets too. */
export async function loadServerCore(file: URL = CORE_FILE): Promise<Core> {
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== CORE_SHA256)
    throw new Error(`core.wasm has SHA-256 ${sha256}, expected ${CORE_SHA256}: build it again`);
  return loadCore(bytes, sha256);
}
