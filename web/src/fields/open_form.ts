import type { Calculation } from '#core/contract/calculation.ts';
import { draftKey } from '../browser/drafts.ts';
import { decimalsAllowed } from '../settings/decimals.ts';
import { newDraft, storedDraft } from './draft.ts';
import { createForm, type FieldsFormModel, type FormContext } from './form.ts';

/** What a form needs, whether it creates or edits. */
export type FormBasis = Omit<FormContext, 'baseline' | 'decimals' | 'draftKey'> & {
  readonly userId: string;
  readonly projectId: string;
};

/** All that the form of a new calculation is made of. */
export function newContext({ userId, projectId, ...basis }: FormBasis): FormContext {
  return {
    ...basis,
    baseline: newDraft(basis.definition, basis.dictionaries),
    decimals: decimalsAllowed('create'),
    draftKey: draftKey(userId, projectId, basis.type, ''),
  };
}

/** All that the form of a stored calculation is made of. */
export function storedContext({ userId, projectId, ...basis }: FormBasis, calculation: Calculation): FormContext {
  return {
    ...basis,
    baseline: storedDraft(basis.definition, calculation, basis.dictionaries, basis.core),
    decimals: decimalsAllowed('edit'),
    draftKey: draftKey(userId, projectId, basis.type, calculation.id),
  };
}

/** The form of a new calculation. */
export function newForm(basis: FormBasis): FieldsFormModel {
  return createForm(newContext(basis));
}

/** The form of a stored calculation. */
export function storedForm(basis: FormBasis, calculation: Calculation): FieldsFormModel {
  return createForm(storedContext(basis, calculation));
}
