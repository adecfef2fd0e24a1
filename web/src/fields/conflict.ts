import type { Calculation } from '#core/contract/calculation.ts';
import type { Difference } from '../records/Conflict.tsx';
import { type Draft, type FieldState, fieldStates, sentText, storedDraft } from './draft.ts';
import type { FormContext } from './form.ts';

/** Fields in which the server's calculation and the draft differ, as the form would show both. */
export function conflictDifferences(
  { definition, dictionaries, core }: FormContext,
  current: Calculation,
  draft: Draft,
  fields: readonly FieldState[],
): Difference[] {
  const stored = fieldStates(definition, storedDraft(definition, current, dictionaries, core), dictionaries, core);
  const name = { label: 'Название', theirs: current.name, mine: draft.name };
  const values = fields.map((field, index) => ({
    label: field.input.label,
    theirs: stored[index]?.text ?? '',
    mine: sentText(field) ?? '',
  }));
  return [name, ...values].filter(({ theirs, mine }) => theirs !== mine);
}
