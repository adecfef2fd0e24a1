import { atom } from 'jotai';
import type { ErrorBody } from '#core/contract/errors.ts';
import { ApiFailure, emptyBody, refused, unanswered, unreadableBody } from './failure.ts';
import { store } from './store.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Sent as JSON, or as it is where it is a form with a file. */
  readonly body?: unknown;
  /** What the answer carries; default: JSON. */
  readonly answer?: 'json' | 'bytes';
  /**
   * Told how many bytes of an answer of bytes have come, and how many there are where the server
   * says it.
   */
  readonly onProgress?: (received: number, total: number | undefined) => void;
  readonly bearer?: string;
  /** By which the server knows a repeat of the same change. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export const TIMEOUT_MS = 30_000;

/** How many calls wait for an answer: the global loading indicator. */
export const pendingAtom = atom(0);

/** What a call for bytes gives: them, and the name that the server has for them. */
export interface ReceivedFile {
  readonly bytes: ArrayBuffer;
  readonly fileName: string | undefined;
  readonly contentType: string;
}

/**
 * Sends one call and reads its answer; every failure is an `ApiFailure` with a Russian text.
 * Undefined: an empty body.
 */
async function exchange(call: Call): Promise<unknown> {
  const {
    method = 'GET',
    path,
    body,
    answer = 'json',
    bearer,
    idempotencyKey: writeKey,
    timeoutMs = TIMEOUT_MS,
  } = call;
  const { signal, onProgress } = call;
  const isForm = body instanceof FormData;
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    method,
    headers: {
      Accept: answer === 'json' ? 'application/json' : '*/*',
      // The browser names the boundary of a form itself.
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      ...(writeKey !== undefined && { 'Idempotency-Key': writeKey }),
    },
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, init);
    if (response.ok && answer === 'bytes') return await receivedFile(response, onProgress);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // Only calls of a signed-in user write records; sign-in and refresh may simply be repeated.
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

async function receivedFile(response: Response, onProgress: Call['onProgress']): Promise<ReceivedFile> {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
  return {
    bytes: onProgress ? await watched(response, onProgress) : await response.arrayBuffer(),
    fileName: encoded === undefined ? plain : decodeURIComponent(encoded),
    contentType: response.headers.get('Content-Type') ?? 'application/octet-stream',
  };
}

/** The bytes of an answer as they come. */
async function watched(response: Response, onProgress: NonNullable<Call['onProgress']>): Promise<ArrayBuffer> {
  const total = Number(response.headers.get('Content-Length')) || undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value);
    received += part.value.length;
    onProgress(received, total);
  }
  return new Blob(chunks).arrayBuffer();
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
