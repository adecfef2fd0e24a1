import * as z from 'zod/mini';
import { count } from './wire.ts';

/** One page of a list. `next` and `previous` are addresses of the neighbouring pages, or null at the ends. */
export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** The schema of a page of objects of the schema `results`. */
/* @__NO_SIDE_EFFECTS__ */
export function pageSchema<Schema extends z.core.$ZodType>(results: Schema) {
  const address = () => z.nullable(z.string());
  return z.object({ count: count(), next: address(), previous: address(), results: z.array(results) });
}
