import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { KeyedHash } from '../auth/keyed_hash.ts';
import { badRequest, Refusal } from '../errors.ts';
import { reserveIdempotencyKey } from '../store/idempotency_keys.ts';
import type { AppContext, AppMiddleware, IdempotentRequest } from './app_context.ts';
import { readBytes } from './body.ts';
import type { RouteContext } from './route.ts';

/** The header by which a client says that a request is the same as one before. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** What a key looks like, such as a UUID. */
export const IDEMPOTENCY_KEY_FORM = /^[\w.:-]{8,128}$/;

/** Gives the request the id under which it writes. */
export function idempotency(services: RouteContext): AppMiddleware {
  return async (c, next) => {
    c.set('idempotentRequest', await beginIdempotentRequest(c, services));
    await next();
  };
}

/** A new id, or the id of the same user's earlier request with the same key. */
async function beginIdempotentRequest(c: AppContext, { db, now }: RouteContext): Promise<IdempotentRequest> {
  const key = c.req.method === 'GET' ? undefined : c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return { id: v7(), isKeyed: false };
  if (!IDEMPOTENCY_KEY_FORM.test(key)) {
    const detail = `Заголовок ${IDEMPOTENCY_HEADER} — от 8 до 128 латинских букв, цифр и знаков «. _ : -». Передайте, например, UUID.`;
    throw badRequest(detail, [], 'bad_idempotency_key');
  }
  const { tenant, user } = c.var.session;
  const reserved = await reserveIdempotencyKey(db, tenant, sha256(`${user.id} ${key}`), await requestHash(c), now());
  if (reserved) return { ...reserved, isKeyed: true };
  const detail = `Ключ ${IDEMPOTENCY_HEADER} уже послан с другим запросом. Для нового запроса возьмите новый ключ.`;
  throw new Refusal(409, { detail, code: 'idempotency_key_reused' });
}

/** Objects that one request makes, at most: their numbers are a part of their ids. */
export const MOST_MADE = 4096;

/**
 * Id of the object `index` of those that a request makes: the same for its repeats. Ids sort by the moment of the request, then by
 * `index`, so that lists keep the order in which the objects were made.
 */
export function madeId({ id }: IdempotentRequest, index: number): string {
  const moment = id.replaceAll('-', '').slice(0, 12);
  const rest = createHash('sha256').update(`${id} ${index}`).digest('hex');
  const bytes = `${moment}7${index.toString(16).padStart(3, '0')}8${rest.slice(0, 15)}`;
  return bytes.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Secret bytes derived from a request, the same for its repeats. */
export function secretOf({ id }: IdempotentRequest, keyedHash: KeyedHash): Uint8Array {
  return keyedHash('one-time password', id);
}

/** Hash of the whole request without the boundary of its form, which differs at every sending. */
async function requestHash(c: AppContext): Promise<string> {
  const [type = '', boundary] = (c.req.header('content-type') ?? '').split(/;\s*boundary="?([^";]+)"?/i);
  const bytes = Buffer.from(await readBytes(c)).toString('latin1');
  const body = boundary ? bytes.replaceAll(boundary, '') : bytes;
  return sha256([c.req.method, c.req.path.replace(/\/$/, ''), type, body].join('\n'));
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('base64url');
}
