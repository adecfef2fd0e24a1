import { atomWithQuery } from 'jotai-tanstack-query';
import { getCalculation, getCalculations } from '../api/calls.ts';

/**
 * Chosen: ten rows a page, as with projects; the two of the described client leave the screen
 * empty.
 */
export const CALCULATIONS_PER_PAGE = 10;

/** One page of a project's calculations of one type; without a type nothing is read. */
export function calculationsAtom(type: string | undefined, project: string, page: number, archived: boolean) {
  const query = { archived, limit: CALCULATIONS_PER_PAGE, offset: (page - 1) * CALCULATIONS_PER_PAGE };
  return atomWithQuery(() => ({
    queryKey: ['calculations', type, project, query],
    queryFn: ({ signal }) => getCalculations(type ?? '', project, query, signal),
    enabled: type !== undefined,
  }));
}

/** One calculation, read anew whenever a dialog opens with it. */
export function calculationAtom(type: string, id: string) {
  return atomWithQuery(() => ({
    queryKey: ['calculation', type, id],
    queryFn: ({ signal }) => getCalculation(type, id, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}
