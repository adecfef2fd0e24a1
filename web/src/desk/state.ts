import { atomWithQuery } from 'jotai-tanstack-query';
import { type CalculationType, isCalculationType } from '#core/calculations/index.ts';
import { type ProjectTotals, projectTotals } from '#core/calculations/totals.ts';
import type { Calculation, ListedCalculation } from '#core/contract/calculation.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import { getProjectCalculations, type Signal } from '../api/calls.ts';
import { coreAtom } from '../compute/core.ts';
import { type DeskRow, deskRow } from './rows.ts';

/** All active calculations of a project, and their sum by the core. */
export interface Desk {
  readonly rows: readonly DeskRow[];
  readonly totals: ProjectTotals;
}

/** The desk of a project; it reloads when a calculation is saved, copied or archived. */
export function deskAtom(project: string) {
  return atomWithQuery((get) => {
    const { data: core } = get(coreAtom);
    return {
      queryKey: ['calculations', 'desk', project, core?.sha256],
      queryFn: async ({ signal }): Promise<Desk | null> => {
        if (!core) return null;
        const calculations = await readAll(project, signal);
        const rows = calculations.flatMap((calculation) => deskRow(calculation) ?? []);
        return { rows, totals: await projectTotals(core, byType(calculations)) };
      },
      enabled: core !== undefined,
    };
  });
}

async function readAll(project: string, signal: Signal): Promise<ListedCalculation[]> {
  const calculations = new Map<string, ListedCalculation>();
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const page = await getProjectCalculations(project, { archived: false, limit: MAX_LIMIT, offset }, signal);
    // A list that grows while it is read by pages may show an object twice.
    for (const calculation of page.results) calculations.set(calculation.id, calculation);
    if (page.next === null) return [...calculations.values()];
  }
}

function byType(calculations: readonly ListedCalculation[]): Partial<Record<CalculationType, Calculation[]>> {
  const lists: Partial<Record<CalculationType, Calculation[]>> = {};
  for (const calculation of calculations) {
    if (!isCalculationType(calculation.type)) continue;
    lists[calculation.type] ??= [];
    lists[calculation.type]?.push(calculation);
  }
  return lists;
}
