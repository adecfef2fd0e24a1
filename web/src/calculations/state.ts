import { atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import {
  type CalculationFields,
  changeCalculation,
  createCalculation,
  getCalculation,
  getCalculations,
  getDictionary,
} from '../api/calls.ts';

/** Chosen: ten rows a page, as with projects; the two of the described client leave the screen empty. */
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

/** The dictionaries of `names`, in their order. They change with a release, not during a day's work. */
export function dictionariesAtom(names: readonly string[]) {
  const atoms = names.map((name) =>
    atomWithQuery(() => ({
      queryKey: ['dictionary', name],
      queryFn: ({ signal }) => getDictionary(name, signal),
      staleTime: 60 * 60_000,
      gcTime: 60 * 60_000,
    })),
  );
  return atom((get) => atoms.map((queryAtom) => get(queryAtom)));
}

/** An atom that is made once for `inputs` and lives as long as its component. */
export function useMadeAtom<Inputs extends readonly unknown[], Made>(
  make: (...inputs: Inputs) => Made,
  ...inputs: Inputs
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs are the dependencies
  return useMemo(() => make(...inputs), inputs);
}

export const reloadCalculationsAtom = atom(null, async (get) => {
  await get(queryClientAtom).invalidateQueries({ queryKey: ['calculations'] });
});

interface CalculationToSave {
  readonly type: string;
  readonly project: string;
  readonly fields: CalculationFields;
  /** The calculation that is being changed; without one a new calculation is created. */
  readonly calculation?: Calculation;
}

/** Creates or changes a calculation: one call. The lists reload; the answer is the server's own results. */
export const saveCalculationAtom = atom(
  null,
  async (_get, set, { type, project, fields, calculation }: CalculationToSave) => {
    const saved = calculation
      ? await changeCalculation(type, { ...calculation, ...fields })
      : await createCalculation(type, project, fields);
    await set(reloadCalculationsAtom);
    return saved;
  },
);
