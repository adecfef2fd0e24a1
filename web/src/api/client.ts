import { ApiFailure, emptyBody } from './failure.ts';
import { forgetIdempotencyKey, idempotencyKey } from './idempotency_key.ts';
import { type Call, isUnauthorized, send } from './send.ts';
import { bearer, endSession, refreshed } from './session.ts';

type OwnCall = Omit<Call, 'bearer' | 'writeKey'>;

/**
 * A call of a signed-in user; undefined: the answer had no body. What changes something may be
 * repeated until it is answered.
 */
export async function request(call: OwnCall): Promise<unknown> {
  if (call.method === undefined || call.method === 'GET') return authorized(call);
  try {
    const body = await authorized({ ...call, idempotencyKey: idempotencyKey(call) });
    forgetIdempotencyKey(call);
    return body;
  } catch (error) {
    if (isAnswered(error)) forgetIdempotencyKey(call);
    throw error;
  }
}

/**
 * Whether the server has said what became of a change; after a failure of its own it may be either
 * way.
 */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.status !== undefined && error.status < 500;
}

/** A dead session ends here and nowhere else. */
async function authorized(call: Omit<Call, 'bearer'>): Promise<unknown> {
  const token = await bearer();
  try {
    return await send({ ...call, bearer: token });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  // The clocks may differ, or the key of the tokens has changed: a refresh tells whether the
  // session itself is dead.
  const fresh = await refreshed(token);
  try {
    return await send({ ...call, bearer: fresh });
  } catch (error) {
    if (isUnauthorized(error)) endSession();
    throw error;
  }
}

/** A call whose answer must have a body: reading, and changing (as specified). */
export async function requestBody<T>(call: OwnCall): Promise<T> {
  const body = await request(call);
  if (body === undefined) throw emptyBody(undefined);
  return body as T;
}
