import { v4, v7 } from 'uuid';
import type { TokenPair } from '#core/contract/user.ts';
import { companyKey } from '../store/access.ts';
import { allOf, IS_NEW, IS_STORED } from '../store/condition.ts';
import type { Database } from '../store/database.ts';
import { Tenant } from '../store/tenant.ts';
import { type StoredUser, toUser, userKey } from '../store/users.ts';
import type { Editor } from '../store/versioned_items.ts';
import { type Claims, IDLE_SECONDS, SESSION_SECONDS, type SigningKeys, signToken, verifyToken } from './tokens.ts';

/**
 * Repeats of a refresh within this time get the same pair, ms: replies are lost, tabs refresh at
 * once.
 */
const GRACE_MS = 10_000;

/** A stored session: one item, changed by one conditional write per refresh. Times are ms. */
export interface StoredSession {
  readonly id: string;
  readonly user: string;
  /** The user's `session_epoch` at the sign-in; sessions of the first release have none. */
  readonly epoch?: number;
  /** Id of the newest refresh token, and when the session was last refreshed. */
  readonly token: string;
  readonly issued_at: number;
  /** Id of the refresh token before it: accepted until the newest one has been used. */
  readonly previous_token?: string;
  readonly ends_at: number;
  readonly opened_at?: number;
  /** Where it was opened: the masked network, and what the browser calls itself. */
  readonly network?: string;
  readonly browser?: string;
  readonly revoked?: boolean;
}

/** The authenticated session of a request, checked on every request. */
export interface Session {
  readonly tenant: Tenant;
  readonly user: Editor;
}

/** A session with its whole user, the hashes of secrets included. */
export interface Account extends Session {
  readonly user: StoredUser;
}

/** Dependencies of sessions. */
export interface SessionContext {
  readonly db: Database;
  readonly keys: SigningKeys;
  readonly now: () => Date;
}

/** Live sessions of one person; a further one ends the one that was refreshed least recently. */
const SESSIONS_A_PERSON = 10;

/** What a session shows of the place where it was opened. */
export interface SessionPlace {
  readonly network: string;
  readonly browser: string;
}

/** Opens a session for an authenticated user. */
export async function openSession(
  context: SessionContext,
  tenant: Tenant,
  user: StoredUser,
  place?: SessionPlace,
): Promise<TokenPair> {
  const live = await liveSessions(context, tenant, user);
  const surplus = live.toSorted((one, other) => other.issued_at - one.issued_at).slice(SESSIONS_A_PERSON - 1);
  for (const { id } of surplus) await revoke(context, tenant, user.id, id);
  const now = context.now().getTime();
  const session: StoredSession = {
    id: v7(),
    user: user.id,
    epoch: user.session_epoch,
    token: v4(),
    issued_at: now,
    opened_at: now,
    ...place,
    ends_at: now + SESSION_SECONDS * 1000,
  };
  const expires_at = Math.ceil(session.ends_at / 1000);
  await context.db.put({ ...sessionKey(tenant, user.id, session.id), ...session, expires_at }, IS_NEW);
  return tokenPair(context, tenant, session);
}

/** The session of a verified access token; undefined unless the session and its user are active. */
export async function readSession(context: SessionContext, claims: Claims): Promise<Account | undefined> {
  const tenant = Tenant.ofSession(claims);
  const alive = await readAlive(context, tenant, claims);
  return alive && { tenant, user: alive.user };
}

/**
 * Outcome of a refresh: a new pair, an ended session, or a reused token (which revokes the
 * session).
 */
export type Refreshed =
  | { readonly pair: TokenPair }
  | { readonly dead: true; readonly claims?: Claims }
  | { readonly reused: Claims };

/**
 * Exchanges a refresh token for a new pair. A used token remains valid until its successor is used,
 * because the specified client keeps the refresh token of its sign-in. Reuse after that revokes the
 * session.
 */
export async function refreshSession(context: SessionContext, refreshToken: string): Promise<Refreshed> {
  const claims = await verifyToken(context.keys, 'rt+jwt', refreshToken, context.now());
  if (!claims) return { dead: true };
  const tenant = Tenant.ofSession(claims);
  const alive = await readAlive(context, tenant, claims);
  if (!alive) return { dead: true, claims };
  const next = await advance(context, tenant, alive.session, claims.token);
  if (next) return { pair: await tokenPair(context, tenant, next) };
  // Either the successor was used before, or another request has just refreshed: read the stored
  // session to decide.
  const now = await readAlive(context, tenant, claims);
  if (!now) return { dead: true, claims };
  if (now.session.previous_token === claims.token) return { pair: await tokenPair(context, tenant, now.session) };
  await revoke(context, tenant, claims.user, claims.session);
  return { reused: claims };
}

/**
 * Ends the session of a refresh token and returns its claims; does nothing for an invalid token.
 */
export async function revokeSession(context: SessionContext, refreshToken: string): Promise<Claims | undefined> {
  const claims = await verifyToken(context.keys, 'rt+jwt', refreshToken, context.now());
  if (claims) await revoke(context, Tenant.ofSession(claims), claims.user, claims.session);
  return claims;
}

/**
 * Stores and returns the session after a refresh by `shown`; undefined if this token is too old or
 * another request was first.
 */
async function advance(
  context: SessionContext,
  tenant: Tenant,
  session: StoredSession,
  shown: string,
): Promise<StoredSession | undefined> {
  const issued_at = context.now().getTime();
  if (shown === session.token)
    return storeRefresh(context, tenant, session, { ...session, token: v4(), previous_token: shown, issued_at });
  if (shown !== session.previous_token) return undefined;
  if (issued_at - session.issued_at <= GRACE_MS) return session;
  return storeRefresh(context, tenant, session, { ...session, issued_at });
}

async function storeRefresh(
  context: SessionContext,
  tenant: Tenant,
  session: StoredSession,
  next: StoredSession,
): Promise<StoredSession | undefined> {
  const { token, previous_token, issued_at } = next;
  const stored = await context.db.update(
    sessionKey(tenant, session.user, session.id),
    { set: { token, previous_token, issued_at } },
    allOf(['token', '=', session.token], ['issued_at', '=', session.issued_at], ['revoked', 'missing']),
  );
  if (stored) return next;
  // A repeat of our own write fails its condition although the write was stored.
  const current = (await context.db.get(sessionKey(tenant, session.user, session.id))) as StoredSession | undefined;
  return current?.token === next.token && !current.revoked ? current : undefined;
}

async function revoke(context: SessionContext, tenant: Tenant, user: string, id: string): Promise<void> {
  await context.db.update(sessionKey(tenant, user, id), { set: { revoked: true } }, IS_STORED);
}

async function readAlive(context: SessionContext, tenant: Tenant, claims: Claims) {
  const keys = [sessionKey(tenant, claims.user, claims.session), userKey(tenant, claims.user), companyKey(tenant)];
  const [sessionItem, userItem, company] = await context.db.getMany(keys);
  const session = sessionItem as StoredSession | undefined;
  const user = userItem && toUser(userItem, company);
  if (!session || !user || user.disabled || !isLive(session, user, context.now())) return undefined;
  return { session, user };
}

function isLive(session: StoredSession, user: StoredUser, now: Date): boolean {
  const { ends_at, issued_at, epoch = 0, revoked } = session;
  const isOver = revoked || ends_at <= now.getTime() || now.getTime() - issued_at > IDLE_SECONDS * 1000;
  return !isOver && session.user === user.id && epoch === user.session_epoch;
}

/** Sessions of a person that a request would find alive, oldest first. */
export async function liveSessions(
  { db, now }: SessionContext,
  tenant: Tenant,
  user: StoredUser,
): Promise<StoredSession[]> {
  const items = await db.range(tenant.partition, { prefix: sessionKey(tenant, user.id, '').sk });
  return (items as unknown as StoredSession[]).filter((session) => isLive(session, user, now()));
}

/** Ends a session of this person; answers whether there was one. */
export async function endLiveSession(
  context: SessionContext,
  tenant: Tenant,
  user: StoredUser,
  id: string,
): Promise<boolean> {
  const live = await liveSessions(context, tenant, user);
  if (!live.some((session) => session.id === id)) return false;
  await revoke(context, tenant, user.id, id);
  return true;
}

/**
 * The token pair of a session's newest token. It depends only on the stored session, so it is
 * reproducible.
 */
async function tokenPair({ keys }: SessionContext, tenant: Tenant, session: StoredSession): Promise<TokenPair> {
  const claims = { user: session.user, company: tenant.company, session: session.id, token: session.token };
  const issuedAt = Math.floor(session.issued_at / 1000);
  const endsAt = Math.floor(session.ends_at / 1000);
  return {
    access: await signToken(keys, 'at+jwt', claims, issuedAt, endsAt),
    refresh: await signToken(keys, 'rt+jwt', claims, issuedAt, endsAt),
  };
}

/** Below its person, so that those of one person are read together. */
function sessionKey(tenant: Tenant, user: string, id: string) {
  return { pk: tenant.partition, sk: `S#${user}#${id}` };
}
