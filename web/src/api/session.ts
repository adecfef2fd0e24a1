import { atom } from 'jotai';
import { paths } from '#core/contract/paths.ts';
import type { Credentials, TokenPair } from '#core/contract/user.ts';
import { eraseSent, isDraftKey } from '../browser/drafts.ts';
import { storage } from '../browser/storage.ts';
import { ApiFailure, refused } from './failure.ts';
import { send, sendForBody } from './send.ts';
import { queryClient, store } from './store.ts';
import { expiresAt, secondsAhead } from './token.ts';

/** Local storage keys, as specified; they hold bare strings. */
export const TOKEN_KEY = 'token';
export const REFRESH_KEY = 'refreshToken';
/** Written for a moment at sign-out, so that other tabs can tell it from a session that ran out. */
const SIGNED_OUT_KEY = 'signedOut';
/** Held while a tab refreshes, so that ten tabs refresh once. */
const REFRESH_LOCK = 'session-refresh';
/**
 * Browsers carry a write to the local storage of other tabs' processes with a delay: the lock is
 * held until it has arrived.
 */
const STORAGE_SPREAD_MS = 100;
/**
 * Answers that refuse a refresh token for good; a busy or broken server may still accept it later.
 */
const REFUSALS: readonly number[] = [400, 401, 403, 404];
const LOGIN_TIMEOUT_MS = 15_000;

/** `ended`: the server or the stored token ended it, the user did not. */
export type ClientSession =
  | { readonly status: 'checking' }
  | { readonly status: 'unreachable'; readonly failure: ApiFailure }
  | { readonly status: 'in' }
  | { readonly status: 'out'; readonly ended: boolean };

export const sessionAtom = atom<ClientSession>({ status: 'checking' });

/**
 * Which session of this tab it is: part of the key of what is read once for the whole application.
 * Clearing the query client is not
 * enough for those: their atoms outlive the session and would show its user to the next one.
 */
export const sessionNumberAtom = atom(0);

/**
 * How far the server's clock is ahead of ours, learnt from fresh tokens: a wrong clock must not
 * lock anyone out.
 */
let serverAheadSeconds = 0;

function isValid(token: string): boolean {
  return expiresAt(token) > Date.now() / 1000 + serverAheadSeconds;
}

function keep({ access, refresh }: TokenPair): void {
  serverAheadSeconds = secondsAhead(access);
  storage.set(REFRESH_KEY, refresh);
  storage.set(TOKEN_KEY, access);
  begin();
}

function begin(): void {
  if (store.get(sessionAtom).status === 'out') store.set(sessionNumberAtom, (number) => number + 1);
  store.set(sessionAtom, { status: 'in' });
}

/** The check of a start: a valid token, a refreshed one, or none. */
export async function startSession(): Promise<void> {
  if (storage.get(TOKEN_KEY) === null) return store.set(sessionAtom, { status: 'out', ended: false });
  store.set(sessionAtom, { status: 'checking' });
  try {
    await bearer();
    store.set(sessionAtom, { status: 'in' });
  } catch (error) {
    if (store.get(sessionAtom).status !== 'out') {
      store.set(sessionAtom, { status: 'unreachable', failure: error as ApiFailure });
    }
  }
}

/**
 * A token that is valid now, refreshed if need be. A malformed one, and a refused refresh, end the
 * session.
 */
export async function bearer(): Promise<string> {
  const token = storage.get(TOKEN_KEY) ?? '';
  try {
    if (isValid(token)) return token;
  } catch (error) {
    endSession();
    throw error;
  }
  return refreshed(token);
}

/** Replaces `stale`: by what another tab has put there meanwhile, or by a refresh of our own. */
export async function refreshed(stale: string): Promise<string> {
  try {
    return await alone(async () => {
      const current = storage.get(TOKEN_KEY);
      if (current !== null && current !== stale && isValid(current)) return current;
      const token = storage.get(REFRESH_KEY);
      if (token === null) throw refused(401, {}, {});
      const pair = await sendForBody<TokenPair>({ method: 'POST', path: paths.refresh, body: { token } });
      keep(pair);
      return pair.access;
    });
  } catch (error) {
    if (error instanceof ApiFailure && REFUSALS.includes(error.status ?? 0)) endSession();
    throw error;
  }
}

/** The refresh that this tab has under way: calls that start together wait for it. */
let underWay: Promise<string> | undefined;

function alone(refresh: () => Promise<string>): Promise<string> {
  underWay ??= inLock(refresh).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

function inLock(refresh: () => Promise<string>): Promise<string> {
  // Chosen: no lock where the browser has none (an address without TLS): the server forgives a
  // repeat within ten seconds.
  if (!('locks' in navigator)) return Promise.resolve().then(refresh);
  return navigator.locks.request(REFRESH_LOCK, async () => {
    const token = await refresh();
    await new Promise((resolve) => setTimeout(resolve, STORAGE_SPREAD_MS));
    return token;
  });
}

/**
 * When a session was last kept alive, ms, and how often that is tried: a server that is away is not
 * asked at every key.
 */
let keptAliveAt = 0;
const KEEP_ALIVE_MS = 60_000;

/**
 * The user is at work: a session whose token has expired is refreshed, so that it does not end
 * under one who types for an hour.
 */
export function stayAlive(): void {
  if (store.get(sessionAtom).status !== 'in' || Date.now() - keptAliveAt < KEEP_ALIVE_MS) return;
  keptAliveAt = Date.now();
  // A refusal ends the session by itself; what was not answered is tried again.
  bearer().catch(() => undefined);
}

export async function signIn(credentials: Credentials): Promise<void> {
  const call = { method: 'POST', path: paths.token, body: credentials, timeoutMs: LOGIN_TIMEOUT_MS } as const;
  keep(await sendForBody<TokenPair>(call));
}

/** Goes on with the tokens that the server has given for a new password; the old ones are dead. */
export function continueSession(pair: TokenPair): void {
  keep(pair);
}

/**
 * Ends the session that the server no longer knows: storage is cleared (as specified) but for
 * drafts, which wait for the next sign-in.
 */
export function endSession(): void {
  storage.clear(isDraftKey);
  leave({ status: 'out', ended: true });
}

/**
 * Sign-out by the user: nothing of the session stays here or in other tabs. Rejects where the
 * server could not be told to end it.
 */
export async function signOut(): Promise<void> {
  const token = storage.get(REFRESH_KEY);
  storage.set(SIGNED_OUT_KEY, String(Date.now()));
  storage.clear();
  eraseSent();
  leave({ status: 'out', ended: false });
  if (token !== null) await send({ method: 'POST', path: paths.revoke, body: { token } });
}

/** What another tab did to the session. */
export function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null) storage.follow(event.key);
  if (event.key === SIGNED_OUT_KEY && event.newValue !== null) {
    eraseSent();
    leave({ status: 'out', ended: false });
  } else if (event.key === null || (event.key === TOKEN_KEY && event.newValue === null)) {
    if (store.get(sessionAtom).status !== 'out') leave({ status: 'out', ended: true });
  } else if (event.key === TOKEN_KEY && store.get(sessionAtom).status === 'out') {
    begin();
  }
}

function leave(session: ClientSession): void {
  store.set(sessionAtom, session);
  // Data of one user must not be seen by the next one on the same tab.
  queryClient.clear();
}
