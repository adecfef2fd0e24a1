import { atomWithQuery } from 'jotai-tanstack-query';
import { getMe, getOwnSessions, getStatistics } from './calls.ts';
import { sessionNumberAtom } from './session.ts';

/** The signed-in user; the company of every call comes from here. */
export const meAtom = atomWithQuery((get) => ({
  queryKey: ['me', get(sessionNumberAtom)],
  queryFn: ({ signal }) => getMe(signal),
  staleTime: 10 * 60_000,
}));

export const statisticsAtom = atomWithQuery((get) => ({
  queryKey: ['statistics', get(sessionNumberAtom)],
  queryFn: ({ signal }) => getStatistics(signal),
}));

/** Own sessions, read anew whenever they are shown. */
export const ownSessionsAtom = atomWithQuery((get) => ({
  queryKey: ['own sessions', get(sessionNumberAtom)],
  queryFn: ({ signal }) => getOwnSessions(signal),
  gcTime: 0,
}));
