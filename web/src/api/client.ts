import { bearer, endSession, refreshed } from '../session.ts';
import { emptyBody } from './failure.ts';
import { type Call, isUnauthorized, send } from './send.ts';

/** A call of a signed-in person; undefined: the answer had no body. A dead session ends here and nowhere else. */
export async function request(call: Omit<Call, 'bearer'>): Promise<unknown> {
  const token = await bearer();
  try {
    return await send({ ...call, bearer: token });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  // The clocks may differ, or the key of the tokens has changed: a refresh tells whether the session itself is dead.
  const fresh = await refreshed(token);
  try {
    return await send({ ...call, bearer: fresh });
  } catch (error) {
    if (isUnauthorized(error)) endSession();
    throw error;
  }
}

/** A call whose answer must have a body: reading, and changing (as specified). */
export async function requestBody<T>(call: Omit<Call, 'bearer'>): Promise<T> {
  const body = await request(call);
  if (body === undefined) throw emptyBody(undefined);
  return body as T;
}
