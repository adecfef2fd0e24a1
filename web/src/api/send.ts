import { atom } from 'jotai';
import type { ErrorBody } from '#core/contract/errors.ts';
import { store } from '../store.ts';
import { ApiFailure, emptyBody, refused, unanswered, unreadableBody } from './failure.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  readonly bearer?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export const TIMEOUT_MS = 30_000;

/** How many calls wait for an answer: the global loading indicator. */
export const pendingAtom = atom(0);

/** Sends one call and reads its JSON answer; every failure is an `ApiFailure` with a Russian text. Undefined: an empty body. */
async function exchange(call: Call): Promise<unknown> {
  const { method = 'GET', path, body, bearer, timeoutMs = TIMEOUT_MS, signal } = call;
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, init);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // Only calls of a signed-in person write records; sign-in and refresh may simply be repeated.
    throw unanswered(cause, timeoutMs, method !== 'GET' && bearer !== undefined);
  }
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  const retryAfter = response.headers.get('Retry-After') ?? undefined;
  if (!response.ok) throw refused(response.status, errorBody(text), { requestId, retryAfter });
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadableBody(requestId, cause);
  }
}

/** An error body, or nothing of it where a proxy answered in its own words. */
function errorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Sends a call that may answer without a body. */
export async function send(call: Call): Promise<unknown> {
  store.set(pendingAtom, (count) => count + 1);
  try {
    return await exchange(call);
  } finally {
    store.set(pendingAtom, (count) => count - 1);
  }
}

/** Sends a call whose answer must have a body. */
export async function sendForBody<T>(call: Call): Promise<T> {
  const body = await send(call);
  if (body === undefined) throw emptyBody(undefined);
  return body as T;
}

/** Whether the session is dead: 401 and nothing else says so. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
