import { atomWithQuery } from 'jotai-tanstack-query';
import type { Calculation } from '#core/contract/calculation.ts';
import { GRID_ROWS } from '../grid/rows.ts';
import { storedSource } from '../results/rows_source.ts';
import type { SavedRows } from './table_form.ts';

/**
 * All rows of a stored calculation, to be edited and computed anew; null: they are too many.
 * Without a calculation nothing is read.
 */
export function storedRowsAtom(type: string, calculation: Calculation | undefined) {
  return atomWithQuery(() => ({
    queryKey: ['stored rows', type, calculation?.id, calculation?.version],
    queryFn: (): Promise<SavedRows | null> =>
      calculation && Number(calculation.rows_count) <= GRID_ROWS ? allRows(type, calculation) : Promise.resolve(null),
    enabled: calculation !== undefined,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }));
}

async function allRows(type: string, calculation: Calculation): Promise<SavedRows> {
  const { head, rows } = await storedSource(type, calculation);
  return { head, rows: await rows(0, head.count) };
}
