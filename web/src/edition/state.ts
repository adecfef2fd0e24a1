import { atomWithQuery } from 'jotai-tanstack-query';
import { getEdition } from '../api/inventory_calls.ts';

/** What the present edition changes in a project. Under `calculations`, so that a saved calculation reads it again. */
export function editionAtom(project: string) {
  return atomWithQuery(() => ({
    queryKey: ['calculations', 'edition', project],
    queryFn: ({ signal }) => getEdition(project, signal),
  }));
}
