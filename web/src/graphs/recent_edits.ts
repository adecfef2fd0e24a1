import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { CALCULATION_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import type { Signal } from '../api/calls.ts';
import { getHistory } from '../api/history_calls.ts';
import { type Edit, editsOf } from './edits.ts';
import { type Inventory, inventoryAtom, limited } from './load.ts';

/** Edits that are shown; so many calculations can have a part in them, and one can have so many. */
export const EDITS = 6;

/** The last edits of the project's calculations, archived ones among them, newest first. */
export function recentEditsAtom(project: string) {
  const [active, archived] = [inventoryAtom(project), inventoryAtom(project, true)];
  const edits = atomWithQuery((get) => {
    const [one, other] = [get(active), get(archived)];
    return {
      queryKey: ['recent edits', project, one.dataUpdatedAt, other.dataUpdatedAt],
      queryFn: ({ signal }: { signal: Signal }) => readEdits([one.data ?? {}, other.data ?? {}], signal),
      enabled: one.data !== undefined && other.data !== undefined,
      gcTime: 0,
    };
  });
  return atom((get) => {
    const parts = [get(active), get(archived), get(edits)];
    return { edits: get(edits).data, failed: parts.find(({ error, data }) => error !== null && data === undefined) };
  });
}

async function readEdits(inventories: readonly Inventory[], signal: Signal): Promise<Edit[]> {
  const all = inventories.flatMap((inventory) =>
    CALCULATION_TYPES.flatMap((type) => (inventory[type] ?? []).map((calculation) => ({ type, calculation }))),
  );
  const latest = all.toSorted((one, other) => later(one.calculation.updated_at, other.calculation.updated_at));
  const histories = latest.slice(0, EDITS).map(async ({ type, calculation }) => {
    const path = `${paths.calculationHistory(type, calculation.id)}?limit=${EDITS}`;
    return editsOf(type, calculation, (await limited(() => getHistory(path, signal))).results);
  });
  const edits = (await Promise.all(histories)).flat();
  return edits.toSorted((one, other) => later(one.entry.updated_at, other.entry.updated_at)).slice(0, EDITS);
}

function later(one: string, other: string): number {
  return one > other ? -1 : one < other ? 1 : 0;
}
