import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { projectTotals } from '#core/inventory/project_totals.ts';
import { totalRemarks } from '#core/inventory/total_remarks.ts';
import { getInventory } from '../api/inventory_calls.ts';
import { coreAtom } from '../compute/core.ts';
import { limited } from './load.ts';

/** Unit of every sum of a project. */
export const UNIT = 'т CO₂-экв.';

/**
 * The emissions of a project by its inventory, with what must be said beside them: the totals once
 * they are there, or what has failed on the way.
 */
export function totalsAtom(project: string) {
  const inventory = atomWithQuery(() => ({
    queryKey: ['calculations', 'inventory', project, 'totals'],
    // A query of its own: sections of a screen come and go while it opens, and none of them ends
    // the reading that another one waits for.
    queryFn: ({ client }) =>
      client.fetchQuery({
        queryKey: ['calculations', 'inventory', project, 'read'],
        queryFn: ({ signal }) => limited(() => getInventory(project, signal)),
        gcTime: 0,
      }),
    // Several parts of a screen show it: it is read once for all of them, and anew when the screen
    // opens again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
  const sums = atomWithQuery((get) => {
    const [{ data: core }, { data: read, dataUpdatedAt }] = [get(coreAtom), get(inventory)];
    return {
      queryKey: ['totals', project, dataUpdatedAt],
      queryFn: () => (core && read ? projectTotals(core, read) : null),
      enabled: core !== undefined && read !== undefined,
      gcTime: 0,
    };
  });
  return atom((get) => {
    const [totals, read] = [get(sums), get(inventory)];
    const failed = [get(coreAtom), read, totals].find(({ error, data }) => error !== null && data === undefined);
    const remarks = read.data ? totalRemarks(read.data) : [];
    return { project, totals: totals.data ?? undefined, remarks, gwpSet: read.data?.gwp_set, failed };
  });
}
