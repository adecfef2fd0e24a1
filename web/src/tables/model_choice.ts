import type { TableUse } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Model, ModelReference } from '#core/contract/model.ts';
import type { Draft } from '../fields/draft.ts';

/** The input of the draft in which the user has chosen another model than the calculation's own. */
export const MODEL_CHOICE = 'model';

/**
 * Which models a form may take: the one that computed the stored calculation, and the one in force.
 */
export interface ModelChoice {
  readonly pinned: Model | undefined;
  readonly active: Model | undefined;
  readonly chosen: Model | undefined;
}

/** The model of a draft; undefined: the type has none. */
export function chosenModel(
  { modelInput }: TableUse,
  { values }: Draft,
  models: readonly Model[],
  calculation: Calculation | undefined,
): ModelChoice | undefined {
  if (modelInput === undefined) return undefined;
  const method = values[modelInput];
  const active = models.find((model) => model.method === method && model.is_active);
  const reference = calculation?.[modelInput] === method ? (calculation?.model as ModelReference | null) : null;
  const pinned = models.find(({ id }) => id === reference?.id);
  const chosen = [pinned, active].find((model) => model && model.id === values[MODEL_CHOICE]) ?? pinned ?? active;
  return { pinned, active, chosen };
}
