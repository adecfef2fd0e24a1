import { atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import type { InventoryChange } from '#core/contract/inventory_settings.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import type { Signal } from '../api/calls.ts';
import { changeInventory, getInventory } from '../api/inventory_calls.ts';
import { getObjects } from '../api/object_calls.ts';

/** The balances, totals and findings of a project. Under `calculations`, so that a saved calculation reads it again. */
export function projectInventoryAtom(project: string) {
  return atomWithQuery(() => ({
    queryKey: ['calculations', 'inventory', project],
    queryFn: ({ signal }) => getInventory(project, signal),
  }));
}

/** Every active object of the company. */
export const allObjectsAtom = atomWithQuery(() => ({
  queryKey: ['objects', 'all'],
  queryFn: ({ signal }) => readAllObjects(signal),
}));

async function readAllObjects(signal: Signal): Promise<InventoryObject[]> {
  const objects: InventoryObject[] = [];
  for (;;) {
    const page = await getObjects({ archived: false, limit: MAX_LIMIT, offset: objects.length }, signal);
    objects.push(...page.results);
    if (page.next === null || page.results.length === 0) return objects;
  }
}

/** Changes the inventory of a project; every list that shows where calculations stand reloads. */
export const changeInventoryAtom = atom(
  null,
  async (get, _set, project: string, change: InventoryChange & { readonly version?: number | null }) => {
    try {
      await changeInventory(project, change);
    } finally {
      await get(queryClientAtom).invalidateQueries({ queryKey: ['calculations'] });
    }
  },
);
