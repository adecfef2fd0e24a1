import { atomWithQuery } from 'jotai-tanstack-query';
import type { Model } from '#core/contract/model.ts';
import { queryClient } from '../api/store.ts';
import { getModelFile, getModels } from '../api/table_calls.ts';
import type { ModelToUse } from '../compute/messages.ts';

/** The models that may compute; without `isNeeded` none is read. */
export function modelsAtom(isNeeded: boolean) {
  return atomWithQuery(() => ({
    queryKey: ['models'],
    queryFn: ({ signal }) => getModels(signal),
    staleTime: 60_000,
    enabled: isNeeded,
  }));
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
