import { MODULE_SHA256 } from '#core/build/module_sha256.ts';
import { type Core, loadCore } from '#core/load.ts';
import type { CompiledModule, ModuleName } from '#core/modules.ts';
import { ApiFailure, unanswered } from '../api/failure.ts';

/** Addresses of the modules by file: a file is fetched when its module is asked for. */
const URLS = import.meta.glob<string>('../../../wasm-core/build/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The hash as a subresource integrity value: the browser itself refuses other bytes. */
function integrity(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}

const TIMEOUT_MS = 30_000;

/**
 * Loads the core into the thread that asks: the page's, or a worker's. It and each module that it
 * loads reject with an ApiFailure where they do not come.
 */
export function fetchCore(): Promise<Core> {
  return loadCore(fetchModule);
}

async function fetchModule(name: ModuleName): Promise<CompiledModule> {
  const sha256 = MODULE_SHA256[name];
  return { sha256, module: await WebAssembly.compile(await fetchBytes(name, integrity(sha256))) };
}

async function fetchBytes(name: ModuleName, integrity: string): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(URLS[`../../../wasm-core/build/${name}.wasm`] ?? '', {
      integrity,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return await response.arrayBuffer();
  } catch (cause) {
    throw missing(unanswered(cause, TIMEOUT_MS, false).message, cause);
  }
  throw missing(`Сервер ответил кодом ${response.status}.`);
}

function missing(why: string, cause?: unknown): ApiFailure {
  const advice = 'Проверьте подключение и перезагрузите страницу. Введённое сохранено в черновике.';
  return new ApiFailure({ title: `Расчётное ядро не загрузилось. ${why}`, advice, passing: true }, cause);
}
