import { atom } from 'jotai';
import { atomWithInfiniteQuery, atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import { paths } from '#core/contract/paths.ts';
import { getAudit, getCompanyUsers } from '../api/admin_calls.ts';
import { sessionNumberAtom } from '../api/session.ts';

/** Chosen: a company has dozens of users; so many fit a screen and a half. */
export const USERS_PER_PAGE = 25;

export function usersAtom(page: number) {
  return atomWithQuery(() => ({
    queryKey: ['company users', page],
    queryFn: ({ signal }) => getCompanyUsers((page - 1) * USERS_PER_PAGE, USERS_PER_PAGE, signal),
  }));
}

/** The audit list from the newest, read anew whenever it is opened. */
export const auditAtom = atomWithInfiniteQuery((get) => ({
  queryKey: ['audit', get(sessionNumberAtom)],
  queryFn: ({ signal, pageParam }) => getAudit(String(pageParam), signal),
  initialPageParam: `${paths.audit}?limit=25`,
  getNextPageParam: ({ next }) => next,
  gcTime: 0,
}));

/** Reads users and the signed-in user again: an administrator may have changed themselves. */
export const reloadUsersAtom = atom(null, async (get) => {
  const client = get(queryClientAtom);
  await Promise.all(['company users', 'me'].map((kind) => client.invalidateQueries({ queryKey: [kind] })));
});

export const reloadModelsAtom = atom(null, async (get) => {
  await get(queryClientAtom).invalidateQueries({ queryKey: ['models'] });
});
