import coreUrl from '#core/build/core.wasm?url';
import { CORE_SHA256 } from '#core/build/core_sha256.ts';
import { type Core, loadCore } from '#core/load.ts';
import { ApiFailure, unanswered } from '../api/failure.ts';

/** The hash as a subresource integrity value: the browser itself refuses other bytes. */
function integrity(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}

const TIMEOUT_MS = 30_000;

/**
 * Loads the core into the thread that asks: the page's, or a worker's. Rejects with an ApiFailure
 * where it does not come.
 */
export async function fetchCore(): Promise<Core> {
  return loadCore(await fetchBytes(), CORE_SHA256);
}

async function fetchBytes(): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(coreUrl, { integrity: integrity(CORE_SHA256), signal: AbortSignal.timeout(TIMEOUT_MS) });
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
