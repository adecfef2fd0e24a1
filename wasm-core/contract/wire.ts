import * as z from 'zod/mini';

/** The output type of a schema, read-only at every depth. */
export type Wire<Schema extends z.core.$ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** Metadata of a value in the OpenAPI document. */
interface Description {
  readonly title?: string;
  readonly description?: string;
  readonly format?: 'date' | 'date-time' | 'binary';
  readonly examples?: readonly unknown[];
}

/** Adds a Russian description and metadata for the OpenAPI document to a schema. */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
  more: Description = {},
): Schema {
  z.globalRegistry.add(schema, { ...more, description: text } as Record<string, unknown>);
  return schema;
}

/** An instant, ISO 8601, UTC. */
export function instant(text?: string): z.ZodMiniString {
  const schema = z.string();
  z.globalRegistry.add(schema, { format: 'date-time', ...(text !== undefined && { description: text }) });
  return schema;
}

/** A calendar day, yyyy-MM-dd. */
export function day(): z.ZodMiniString {
  const schema = z.string();
  z.globalRegistry.add(schema, { format: 'date' });
  return schema;
}

/** A non-negative whole number. */
export function count() {
  return z.int().check(z.nonnegative());
}
