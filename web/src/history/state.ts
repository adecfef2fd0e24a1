import { atom } from 'jotai';
import { atomWithInfiniteQuery, queryClientAtom } from 'jotai-tanstack-query';
import { getHistory } from '../api/history_calls.ts';

/**
 * The versions of one object, newest first, read anew whenever a history opens; older ones come on
 * demand.
 */
export function historyAtom(path: string) {
  return atomWithInfiniteQuery(() => ({
    queryKey: ['history', path],
    queryFn: ({ signal, pageParam }) => getHistory(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

/** After a restoration everything that shows the object is read again. */
export const reloadRestoredAtom = atom(null, async (get) => {
  const client = get(queryClientAtom);
  const kinds = ['history', 'projects', 'project', 'calculations', 'calculation', 'rows', 'statistics'];
  await Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [kind] })));
});
