import type { Calculation } from '#core/contract/calculation.ts';
import type { ModelReference } from '#core/contract/model.ts';

/** The model that a stored calculation is pinned to; undefined: its type has none. */
export function modelOf({ model }: Calculation): ModelReference | undefined {
  return (model as ModelReference | null | undefined) ?? undefined;
}
