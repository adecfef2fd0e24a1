import { atomWithQuery } from 'jotai-tanstack-query';
import coreUrl from '#core/build/core.wasm?url';
import { CORE_SHA256 } from '#core/build/core_sha256.ts';
import { loadCore } from '#core/load.ts';

/** The hash as a subresource integrity value: the browser itself refuses other bytes. */
function integrity(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}

async function fetchCore() {
  const response = await fetch(coreUrl, { integrity: integrity(CORE_SHA256), signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`core.wasm: ${response.status}`);
  return loadCore(await response.arrayBuffer(), CORE_SHA256);
}

/** The WebAssembly core that computes in the browser, the same bytes as on the server. */
export const coreAtom = atomWithQuery(() => ({
  queryKey: ['core'],
  queryFn: fetchCore,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}));
