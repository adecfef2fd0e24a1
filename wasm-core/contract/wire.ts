import * as z from 'zod/mini';

/** The type of the values of a schema, read-only at every depth. */
export type Wire<Schema extends z.core.$ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** What the OpenAPI document says of a value besides its type. */
interface Description {
  readonly title?: string;
  readonly description?: string;
  readonly format?: 'date' | 'date-time' | 'binary';
  readonly examples?: readonly unknown[];
}

/** Adds to a schema what the OpenAPI document says of its value, in Russian. */
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

/** A whole number that counts something. */
export function count() {
  return z.int().check(z.nonnegative());
}
