import * as z from 'zod/mini';
import { count } from './wire.ts';

/** The schema of a page of objects of the schema `results`. */
export function pageSchema<Schema extends z.core.$ZodType>(results: Schema) {
  const address = () => z.nullable(z.string());
  return z.object({ count: count(), next: address(), previous: address(), results: z.array(results) });
}
