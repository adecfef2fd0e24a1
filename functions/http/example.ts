import type { JsonSchema } from './route.ts';

/** The words of JSON Schema that decide what an example looks like. */
interface SchemaWords {
  readonly $ref?: string;
  readonly allOf?: readonly SchemaWords[];
  readonly anyOf?: readonly SchemaWords[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, SchemaWords>>;
  readonly additionalProperties?: SchemaWords | boolean;
  readonly items?: SchemaWords;
}

const ID = '01932f7a-1c00-7000-8000-000000000001';
const INSTANT = '2026-03-31T09:00:00.000Z';

/** Texts that show what a field holds better than its type does. */
const TEXTS: Readonly<Record<string, string>> = {
  name: 'Шахта, март 2026',
  file_name: 'таблица.csv',
  email: 'ivanov@mine.example',
  first_name: 'Иван',
  last_name: 'Иванов',
  author: 'Иван Иванов',
  editor: 'Иван Иванов',
  password: 'фраза из нескольких слов',
  new_password: 'другая фраза из нескольких слов',
  guardant_code: 'AB12-CD34',
  before: '12',
  version: '1',
};

const UUIDS =
  /^(?:id|user|project|company|calculation|object|job|changed_by|actor|target|request_id|after|model|Idempotency-Key)$/;

/** A value that fits the schema. `schemas`: the components that it may refer to; `name`: the field. */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, name = ''): unknown {
  const { $ref, allOf, anyOf, items, ...words } = schema as SchemaWords;
  const of = (part: SchemaWords, field = name) => exampleOf(part as JsonSchema, schemas, field);
  if ($ref !== undefined) return of((schemas[$ref.split('/').at(-1) ?? ''] ?? {}) as SchemaWords);
  if (allOf) return Object.assign({}, ...allOf.map((part) => of(part)));
  if (words.const !== undefined) return words.const;
  if (words.default !== undefined) return words.default;
  if (words.enum) return words.enum[0];
  const type = typeOf(words);
  if (type === undefined && anyOf?.[0]) return of(anyOf[0]);
  if (type === 'array') return items ? [of(items)] : [];
  if (type === 'object') return objectOf(words, of);
  if (type === 'string') return textOf(words, name);
  if (type === 'integer' || type === 'number') return Math.min(Math.max(1, words.minimum ?? 1), words.maximum ?? 1);
  return type === 'boolean' ? name !== 'is_deleted' && name !== 'disabled' : null;
}

function typeOf({ type, properties }: SchemaWords): string | undefined {
  if (type === undefined) return properties ? 'object' : undefined;
  return typeof type === 'string' ? type : type[0];
}

function objectOf(
  { properties, additionalProperties }: SchemaWords,
  of: (part: SchemaWords, field: string) => unknown,
): object {
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([field, part]) => [field, of(part, field)]));
  return typeof additionalProperties === 'object' ? { volume: of(additionalProperties, 'volume') } : {};
}

function textOf({ format, pattern }: SchemaWords, name: string): string {
  if (format === 'date') return '2026-03-31';
  if (format === 'date-time') return INSTANT;
  if (pattern?.includes('\\d{6}')) return '3.149000';
  if (/sha256/.test(name)) return '0'.repeat(64);
  if (UUIDS.test(name)) return ID;
  return TEXTS[name] ?? 'текст';
}
