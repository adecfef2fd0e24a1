import { atomWithQuery } from 'jotai-tanstack-query';
import type { TableUse } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Model, ModelReference } from '#core/contract/model.ts';
import { getModelFile, getModels } from '../api/table_calls.ts';
import type { Draft } from '../calculations/draft.ts';
import { queryClient } from '../store.ts';
import type { ModelToUse } from './messages.ts';

/** The input of the draft in which the person has chosen another model than the calculation's own. */
export const MODEL_CHOICE = 'model';

/** The models that may compute; without `isNeeded` none is read. */
export function modelsAtom(isNeeded: boolean) {
  return atomWithQuery(() => ({
    queryKey: ['models'],
    queryFn: ({ signal }) => getModels(signal),
    staleTime: 60_000,
    enabled: isNeeded,
  }));
}

/** Which models a form may take: the one that computed the stored calculation, and the one in force. */
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

/** A model with its file, which is fetched once: it never changes. */
export async function modelToUse({ id, name, sha256, features }: Model): Promise<ModelToUse> {
  const { bytes } = await queryClient.fetchQuery({
    queryKey: ['model file', sha256],
    queryFn: ({ signal }) => getModelFile(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { reference: { id, name, sha256 }, columns: features.map(({ column }) => column), bytes };
}
