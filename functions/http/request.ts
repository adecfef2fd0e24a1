import * as z from 'zod/mini';
import { faults } from '#core/calculations/schema.ts';
import { type Fault, faultValue } from '#core/contract/errors.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, type Page } from '#core/contract/page.ts';
import { badRequest, faultyFields, notFound } from '../errors.ts';
import type { ListWindow } from '../store/versioned_items.ts';
import type { AppContext } from './app_context.ts';

/** Bytes of the objects of a page, at most: an answer of a Lambda function has 6 MB. */
const PAGE_BYTES = 4 * 2 ** 20;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses `raw` or refuses with every fault by field. */
export function check<T extends z.core.$ZodType>(schema: T, raw: unknown): z.output<T> {
  const parsed = z.safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  throw faultyFields(faults(parsed.error.issues, raw));
}

/** An id from the path. A text that cannot be an id is an object that does not exist. */
export function pathId(c: AppContext, name: string, missing: string): string {
  return checkId(c.req.param(name), missing);
}

/** Validates an id from any source. */
export function checkId(id: unknown, missing: string): string {
  if (typeof id !== 'string' || !ID.test(id)) throw notFound(missing);
  return id;
}

/** Refuses other values of the fields that the server sets: a client may only echo them. */
export function refuseForged(body: JsonObject, own: Readonly<Record<string, string>>): void {
  const errors = Object.entries(own).flatMap(([field, value]): Fault[] => {
    const sent = Object.hasOwn(body, field) ? body[field] : undefined;
    if (sent === undefined || sent === null || sent === value) return [];
    const text = faultValue(sent);
    const message = 'Это поле задаёт сервер. Не передавайте его или верните прежнее значение.';
    return [{ field, ...(text !== undefined && { value: text }), message }];
  });
  if (errors.length > 0) throw faultyFields(errors);
}

/** The requested part of a list. Wrong paging falls back to the defaults; a wrong flag is refused. */
export function listWindow(c: AppContext): ListWindow {
  const deleted = flag(c, 'is_deleted');
  const active = flag(c, 'is_active');
  const after = c.req.query('after') ?? '';
  return {
    // As specified, an archive list asks for is_active=true too: is_deleted decides.
    deleted: deleted ?? active === false,
    limit: Math.min(wholeNumber(c.req.query('limit')) || DEFAULT_LIMIT, MAX_LIMIT),
    offset: wholeNumber(c.req.query('offset')),
    ...(ID.test(after) && { after }),
  };
}

function flag(c: AppContext, name: string): boolean | undefined {
  const text = c.req.query(name)?.toLowerCase();
  if (text === undefined || text === '') return undefined;
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw badRequest(`Параметр ${name} принимает true или false.`);
}

/** A whole number of a query, however large, or 0 where it is none. */
export function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
}

/** A page of `results` with the addresses of its neighbours. */
export function page<T>(c: AppContext, window: ListWindow, count: number, results: readonly T[]): Page<T> {
  const { limit, offset } = window;
  const next = offset + limit < count ? pageAt(c, limit, offset + limit) : null;
  return { count, next, previous: previousPage(c, window), results };
}

/** A part of a list as it is stored; `last`: its last id, where objects follow. */
interface WalkedList {
  readonly count: number;
  readonly last?: string;
  readonly objects: readonly { readonly id: string }[];
}

/** A page whose `next` is a cursor: additions meanwhile neither repeat nor hide an object. */
export function walkedPage<T>(
  c: AppContext,
  window: ListWindow,
  { count, last, objects }: WalkedList,
  results: readonly T[],
): Page<T> {
  const { limit, offset } = window;
  const fitting = withinBytes(results);
  // A page that is cut goes on after its last object, whatever its length.
  const after = fitting.length < results.length ? objects[fitting.length - 1]?.id : last;
  const next = after === undefined ? null : pageAt(c, limit, offset + fitting.length, after);
  return { count, next, previous: previousPage(c, window), results: fitting };
}

/** The first objects of a page, as many as an answer may hold, one at least. */
function withinBytes<T>(results: readonly T[]): readonly T[] {
  let bytes = 0;
  const most = results.findIndex((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one));
    return bytes > PAGE_BYTES;
  });
  return most < 0 ? results : results.slice(0, Math.max(1, most));
}

function previousPage(c: AppContext, { limit, offset }: ListWindow): string | null {
  return offset > 0 ? pageAt(c, limit, Math.max(0, offset - limit)) : null;
}

function pageAt(c: AppContext, limit: number, offset: number, after = ''): string {
  return pathOf(c, { limit: String(limit), offset: String(offset), after });
}

/** The address of this request with other query parameters, as a path; an empty one is left out. */
export function pathOf(c: AppContext, query: Readonly<Record<string, string>>): string {
  const url = new URL(c.req.url);
  for (const [name, value] of Object.entries(query)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}
