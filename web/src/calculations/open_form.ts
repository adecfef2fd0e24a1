import type { Calculation } from '#core/contract/calculation.ts';
import { draftKey } from '../drafts.ts';
import { decimalsAllowed } from '../settings.ts';
import { newDraft, storedDraft } from './draft.ts';
import { type CalculationForm, createForm, type FormContext } from './form.ts';

/** What a form needs, whether it creates or edits. */
export type FormBasis = Omit<FormContext, 'baseline' | 'decimals' | 'draftKey'> & {
  readonly userId: string;
  readonly projectId: string;
};

/** The form of a new calculation. */
export function newForm({ userId, projectId, ...basis }: FormBasis): CalculationForm {
  return createForm({
    ...basis,
    baseline: newDraft(basis.definition, basis.dictionaries),
    decimals: decimalsAllowed('create'),
    draftKey: draftKey(userId, projectId, basis.type, ''),
  });
}

/** The form of a stored calculation. */
export function storedForm({ userId, projectId, ...basis }: FormBasis, calculation: Calculation): CalculationForm {
  return createForm({
    ...basis,
    baseline: storedDraft(basis.definition, calculation, basis.dictionaries, basis.core),
    decimals: decimalsAllowed('edit'),
    draftKey: draftKey(userId, projectId, basis.type, calculation.id),
  });
}
