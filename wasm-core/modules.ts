/**
 * The WebAssembly modules: name and entry file in `assembly/`. Every screen loads `core.wasm`. The
 * others are loaded on use, by the code in the folder of the same name: `training/` computes with
 * `training.wasm`.
 */
export const MODULES = {
  core: 'index.ts',
  measured: 'measured/index.ts',
  training: 'training/index.ts',
  uncertainty: 'uncertainty/index.ts',
} as const;

export type ModuleName = keyof typeof MODULES;

/** A compiled module and the SHA-256 of its bytes, hex. */
export interface CompiledModule {
  readonly sha256: string;
  readonly module: WebAssembly.Module;
}

/** Fetches a module, checks the SHA-256 of its bytes and compiles it. */
export type FetchModule = (name: ModuleName) => Promise<CompiledModule>;
