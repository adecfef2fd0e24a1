import { readFileSync } from 'node:fs';
import type { ModuleName } from '#core/modules.ts';

/** Bytes of a built module. */
export function moduleBytes(name: ModuleName): Uint8Array<ArrayBuffer> {
  // Resolved from the repository root: in tests of screens this file has no URL.
  return new Uint8Array(readFileSync(`wasm-core/build/${name}.wasm`));
}

/** A built module, compiled. */
export function compiledModule(name: ModuleName): Promise<WebAssembly.Module> {
  return WebAssembly.compile(moduleBytes(name));
}
