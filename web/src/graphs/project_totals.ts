import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { projectTotals } from '#core/calculations/totals.ts';
import { coreAtom } from '../compute/core.ts';
import { inventoryAtom } from './load.ts';

/** Unit of every sum of a project. */
export const UNIT = 'т CO₂-экв.';

/**
 * The emissions of a project's active calculations: the totals once they are there, or what has
 * failed on the way.
 */
export function totalsAtom(project: string) {
  const inventory = inventoryAtom(project);
  const sums = atomWithQuery((get) => {
    const [{ data: core }, { data: calculations, dataUpdatedAt }] = [get(coreAtom), get(inventory)];
    return {
      queryKey: ['totals', project, dataUpdatedAt],
      queryFn: () => (core && calculations ? projectTotals(core, calculations) : null),
      enabled: core !== undefined && calculations !== undefined,
      gcTime: 0,
    };
  });
  return atom((get) => {
    const totals = get(sums);
    const failed = [get(coreAtom), get(inventory), totals].find(
      ({ error, data }) => error !== null && data === undefined,
    );
    return { project, totals: totals.data ?? undefined, failed };
  });
}
