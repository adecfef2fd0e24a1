import coreUrl from '#core/build/core.wasm?url';
import { CORE_SHA256 } from '#core/build/core_sha256.ts';
import { type Core, loadCore } from '#core/load.ts';

/** The hash as a subresource integrity value: the browser itself refuses other bytes. */
function integrity(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}

/** Loads the core into the thread that asks: the page's, or a worker's. */
export async function fetchCore(): Promise<Core> {
  const response = await fetch(coreUrl, { integrity: integrity(CORE_SHA256), signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`core.wasm: ${response.status}`);
  return loadCore(await response.arrayBuffer(), CORE_SHA256);
}
