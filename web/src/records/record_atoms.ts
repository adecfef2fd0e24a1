import { atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';

/** The record `id` of a kind, read anew whenever a screen opens with it. */
export function recordAtom<Item>(kind: string, id: string, read: (id: string, signal: AbortSignal) => Promise<Item>) {
  return atomWithQuery(() => ({
    queryKey: [kind, id],
    queryFn: ({ signal }) => read(id, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

/** Reads every list again whose query key begins with `lists`. */
export function reloadAtom(lists: string) {
  return atom(null, async (get) => {
    await get(queryClientAtom).invalidateQueries({ queryKey: [lists] });
  });
}
