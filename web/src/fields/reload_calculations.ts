import { atom } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';

/** Reloads the lists of calculations after a change. */
export const reloadCalculationsAtom = atom(null, async (get) => {
  await get(queryClientAtom).invalidateQueries({ queryKey: ['calculations'] });
});
