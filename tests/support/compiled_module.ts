import { readFileSync } from 'node:fs';
import type { ModuleName } from '#core/modules.ts';

/** Bytes of a module as the build left it. */
export function moduleBytes(name: ModuleName): Uint8Array<ArrayBuffer> {
  // From the folder of the repository: in tests of screens this file has no address of its own.
  return new Uint8Array(readFileSync(`wasm-core/build/${name}.wasm`));
}

/** A module as the build left it, compiled. */
export function compiledModule(name: ModuleName): Promise<WebAssembly.Module> {
  return WebAssembly.compile(moduleBytes(name));
}
