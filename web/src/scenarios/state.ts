import { atomWithQuery } from 'jotai-tanstack-query';
import { CoreMemory } from '#core/core_memory.ts';
import { coreAtom } from '../compute/core.ts';

/** The core with a memory of its own, in which scenarios are computed without waiting. */
export const scenarioCoreAtom = atomWithQuery((get) => {
  const core = get(coreAtom).data;
  return {
    queryKey: ['scenario-core', core?.sha256 ?? null],
    queryFn: async () => (core ? { core, memory: await CoreMemory.open(core.module) } : null),
    enabled: core !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // A memory cannot be compared with another one field by field.
    structuralSharing: false,
  };
});
