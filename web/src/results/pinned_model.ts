import { atomWithQuery } from 'jotai-tanstack-query';
import type { Calculation } from '#core/contract/calculation.ts';
import type { ModelReference } from '#core/contract/model.ts';
import { getModel } from '../api/table_calls.ts';

/** The model that a stored calculation is pinned to; undefined: its type has none. */
export function modelOf({ model }: Calculation): ModelReference | undefined {
  return (model as ModelReference | null | undefined) ?? undefined;
}

/** What is known of a model; without an id nothing is read. A model never changes but for being the active one. */
export function pinnedModelAtom(id: string | undefined) {
  return atomWithQuery(() => ({
    queryKey: ['model', id],
    queryFn: ({ signal }) => getModel(id ?? '', signal),
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
  }));
}
