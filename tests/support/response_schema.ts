import { isDeepStrictEqual } from 'node:util';
import { API } from '#core/contract/paths.ts';
import { openApi } from '#functions/http/openapi.ts';
import { ROUTES } from '#functions/http/routes/index.ts';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

const DOCUMENT = openApi(ROUTES) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Schemas }>>>>;
  readonly components: { readonly schemas: Schemas };
};

/** Every route with the pattern of its addresses, in the order in which the app tries them. */
const PATTERNS = ROUTES.map(({ method, path, slash }) => ({
  method,
  pattern: new RegExp(`^${API}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  responses: DOCUMENT.paths[`${API}${path}${slash ? '/' : ''}`]?.[method.toLowerCase()]?.responses ?? {},
}));

/** Differences of an answer from the OpenAPI document: status, media type, field, value. Empty: it conforms. */
export function undeclared(method: string, url: string, { status, headers, text }: Told): string[] {
  const { pathname } = new URL(url, 'http://x');
  const route = PATTERNS.find(
    (one) => one.method === (method === 'HEAD' ? 'GET' : method) && one.pattern.test(pathname),
  );
  if (!route) return [];
  const response = route.responses[status];
  if (!response) return [`status ${status} is not declared`];
  const content = response.content as Readonly<Record<string, { readonly schema: Schema }>> | undefined;
  if (text === '') return [];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const declared = content?.[type];
  if (!declared) return [`${status}: the media type ${type} is not declared`];
  return type === 'application/json' ? faults(declared.schema, JSON.parse(text), `${status}`) : [];
}

interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
};

/** Keywords of a schema that do not constrain the value, and those that `ownFaults` and `childFaults` check. */
const KNOWN = new Set([
  ...['title', 'description', 'default', '$ref', 'allOf', 'anyOf'],
  ...['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
]);

/** Where and how `value` differs from `schema`. Stricter than JSON Schema: a field that no part of the schema names is a fault. */
function faults(schema: Schema, value: unknown, at: string): string[] {
  const parts = partsOf(schema, value);
  return [
    ...parts.flatMap((part) => [...ownFaults(part, value, at), ...childFaults(part, value, at)]),
    ...unnamed(parts, value).map((name) => `${at}.${name} is not declared`),
  ];
}

/** A schema with its references and parts resolved; of alternatives, the one that fits best. */
function partsOf(schema: Schema, value: unknown): Schema[] {
  const unknown = Object.keys(schema).filter((word) => !KNOWN.has(word));
  if (unknown.length > 0) throw new Error(`The check of answers does not know ${unknown.join()} of OpenAPI`);
  const { $ref, allOf = [], anyOf = [] } = schema as { $ref?: string; allOf?: Schema[]; anyOf?: Schema[] };
  const referred = $ref === undefined ? [] : [DOCUMENT.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}];
  const [best] = anyOf
    .map((one) => ({ one, wrong: faults(one, value, '').length }))
    .sort((one, other) => one.wrong - other.wrong);
  return [schema, ...[...referred, ...allOf, ...(best ? [best.one] : [])].flatMap((part) => partsOf(part, value))];
}

function ownFaults(schema: Schema, value: unknown, at: string): string[] {
  const { type, format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema as Bounds;
  const types = type === undefined ? [] : [type].flat();
  const size = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : undefined;
  const wrong = [
    types.length > 0 && !types.some((one) => TYPES[one]?.(value)),
    'const' in schema && value !== schema.const,
    'enum' in schema && !(schema.enum as unknown[]).some((one) => isDeepStrictEqual(one, value)),
    typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value)),
    size !== undefined && (size < (minLength ?? minItems ?? 0) || size > (maxLength ?? maxItems ?? size)),
    typeof value === 'string' && pattern !== undefined && !new RegExp(pattern, 'u').test(value),
    typeof value === 'string' && !(FORMATS[format ?? ''] ?? /^/).test(value),
  ];
  return wrong.includes(true)
    ? [`${at}: ${JSON.stringify(value)?.slice(0, 80)} is not ${JSON.stringify(schema).slice(0, 200)}`]
    : [];
}

interface Bounds {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

function childFaults(schema: Schema, value: unknown, at: string): string[] {
  const {
    items,
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    items?: Schema;
    properties?: Schemas;
    required?: string[];
    additionalProperties?: Schema | boolean;
  };
  if (Array.isArray(value)) return items ? value.flatMap((one, place) => faults(items, one, `${at}[${place}]`)) : [];
  if (!isObject(value)) return [];
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name} is missing`);
  const inside = Object.entries(value).flatMap(([name, one]) => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return typeof declared === 'object' ? faults(declared, one, `${at}.${name}`) : [];
  });
  return [...missing, ...inside];
}

/** Fields of an object that no part of the schema names. An object without a declared shape may have any fields. */
function unnamed(parts: readonly Schema[], value: unknown): string[] {
  const describing = parts.filter((part) => part.properties !== undefined || part.additionalProperties !== undefined);
  if (!isObject(value) || describing.length === 0 || describing.some((part) => part.additionalProperties)) return [];
  return Object.keys(value).filter(
    (name) => !describing.some((part) => Object.hasOwn(part.properties as object, name)),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
