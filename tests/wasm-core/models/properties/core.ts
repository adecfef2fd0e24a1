import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#functions/cli/build.ts';

/** The core's module as the build left it, compiled. */
export function compiledCore(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(join(ROOT, 'wasm-core/build/core.wasm')));
}
