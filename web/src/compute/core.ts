import { atomWithQuery } from 'jotai-tanstack-query';
import { fetchCore } from './fetch_core.ts';

/** The WebAssembly core that computes in the browser, the same bytes as on the server. */
export const coreAtom = atomWithQuery(() => ({
  queryKey: ['core'],
  queryFn: fetchCore,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}));
