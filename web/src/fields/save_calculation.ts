import { atom } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import type { Calculation } from '#core/contract/calculation.ts';
import { type CalculationPayload, changeCalculation, createCalculation } from '../api/calls.ts';

export const reloadCalculationsAtom = atom(null, async (get) => {
  await get(queryClientAtom).invalidateQueries({ queryKey: ['calculations'] });
});

interface CalculationToSave {
  readonly type: string;
  readonly project: string;
  readonly fields: CalculationPayload;
  /** The calculation that is being changed; without one a new calculation is created. */
  readonly calculation?: Calculation;
}

/**
 * Creates or changes a calculation: one call. The lists reload; the answer is the server's own
 * results.
 */
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
