import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { getDictionary } from '../api/calls.ts';

/**
 * The dictionaries of `names`, in their order. They change with a release, not during a day's work.
 */
export function dictionariesAtom(names: readonly string[]) {
  const atoms = names.map((name) =>
    atomWithQuery(() => ({
      queryKey: ['dictionary', name],
      queryFn: ({ signal }) => getDictionary(name, signal),
      staleTime: 60 * 60_000,
      gcTime: 60 * 60_000,
    })),
  );
  return atom((get) => atoms.map((queryAtom) => get(queryAtom)));
}
