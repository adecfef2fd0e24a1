import * as z from 'zod/mini';
import type { JsonSchema } from './route.ts';

/** A request body as the OpenAPI document describes it: what a client may send. */
export function bodySchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _dialect, ...input } = z.toJSONSchema(schema, { io: 'input', override: plainJsonSchema });
  return input;
}

/**
 * Leaves out of a generated schema what says nothing about the API: the largest safe integers, names
 * of record keys, and the closing of objects, to which later releases may add fields.
 */
export function plainJsonSchema({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.propertyNames;
}
