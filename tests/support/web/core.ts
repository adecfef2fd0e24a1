import { readFile } from 'node:fs/promises';
import { CORE_SHA256 } from '#core/build/core_sha256.ts';
import { loadCore } from '#core/load.ts';

/** Bytes of the core as the browser gets them. */
export const coreBytes = new Uint8Array(await readFile('wasm-core/build/core.wasm'));

export const core = await loadCore(coreBytes, CORE_SHA256);
