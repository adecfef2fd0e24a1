import { atomWithQuery } from 'jotai-tanstack-query';
import type { ListedCalculation } from '#core/contract/calculation.ts';
import type { ProjectInventory } from '#core/contract/inventory_schema.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import { type ProjectTotals, projectTotals } from '#core/inventory/project_totals.ts';
import { totalRemarks } from '#core/inventory/total_remarks.ts';
import { getProjectCalculations, type Signal } from '../api/calls.ts';
import { getInventory } from '../api/inventory_calls.ts';
import { coreAtom } from '../compute/core.ts';
import { type DeskRow, deskRow } from './rows.ts';

/** All active calculations of a project, its totals by its inventory, and what is said beside them. */
export interface Desk {
  readonly rows: readonly DeskRow[];
  readonly totals: ProjectTotals;
  readonly remarks: readonly string[];
  readonly inventory: ProjectInventory;
}

/** The desk of a project; it reloads when a calculation is saved, copied or archived. */
export function deskAtom(project: string) {
  return atomWithQuery((get) => {
    const { data: core } = get(coreAtom);
    return {
      queryKey: ['calculations', 'desk', project, core?.sha256],
      queryFn: async ({ signal }): Promise<Desk | null> => {
        if (!core) return null;
        const [calculations, inventory] = await Promise.all([readAll(project, signal), getInventory(project, signal)]);
        const rows = calculations.flatMap((calculation) => deskRow(calculation) ?? []);
        return { rows, totals: await projectTotals(core, inventory), remarks: totalRemarks(inventory), inventory };
      },
      enabled: core !== undefined,
    };
  });
}

async function readAll(project: string, signal: Signal): Promise<ListedCalculation[]> {
  const calculations = new Map<string, ListedCalculation>();
  for (let offset = 0; ; ) {
    const page = await getProjectCalculations(project, { archived: false, limit: MAX_LIMIT, offset }, signal);
    // A list that grows while it is read by pages may show an object twice.
    for (const calculation of page.results) calculations.set(calculation.id, calculation);
    if (page.next === null || page.results.length === 0) return [...calculations.values()];
    // A page of long warnings is shorter than was asked for.
    offset += page.results.length;
  }
}
