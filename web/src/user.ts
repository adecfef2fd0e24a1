import { atomWithQuery } from 'jotai-tanstack-query';
import { getMe, getStatistics } from './api/calls.ts';

/** The signed-in person; the company of every call comes from here. */
export const meAtom = atomWithQuery(() => ({
  queryKey: ['me'],
  queryFn: ({ signal }) => getMe(signal),
  staleTime: 10 * 60_000,
}));

export const statisticsAtom = atomWithQuery(() => ({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => getStatistics(signal),
}));
