import type { CalculationType } from '#core/calculations/index.ts';
import { definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { newForm, storedForm } from '#web/fields/open_form.ts';
import { core } from './core.ts';

/** What every form of these tests is opened with. */
export function basisOf(type: CalculationType, projectId = 'project-1') {
  return { core, type, definition: definitionOf(type), dictionaries: DICTIONARIES, userId: 'user-1', projectId };
}

export function newFormOf(type: CalculationType) {
  return newForm(basisOf(type));
}

export function storedFormOf(type: CalculationType, fields: Readonly<Record<string, unknown>>) {
  const calculation = {
    id: 'calculation-1',
    name: 'Расчёт',
    version: 3,
    actual: [],
    ...fields,
  } as unknown as Calculation;
  return storedForm(basisOf(type), calculation);
}
