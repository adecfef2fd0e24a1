import { v7 } from 'uuid';
import type { AuditEntry, AuditOutcome } from '#core/contract/audit.ts';
import { IS_NEW } from './condition.ts';
import type { Database, Item } from './database.ts';
import type { Tenant } from './tenant.ts';

/** What is known of an action before it is carried out. */
export type NewEntry = Pick<
  AuditEntry,
  'actor' | 'actor_name' | 'action' | 'target' | 'request_id' | 'client_request_id'
>;

/** What is known of it afterwards. */
export interface Closing {
  readonly outcome: Exclude<AuditOutcome, 'unknown'>;
  readonly whom: string;
  readonly detail: string;
}

/** Behind the id of an entry: the sort key of its outcome, an item of its own, so that nobody needs a right to change an entry. */
const OUTCOME = '#outcome';

/** Years after which the store removes an entry. Source: docs/personal-data.md */
const KEPT_YEARS = 5;

/** When an entry and its outcome expire, s since 1970: their id has the time at which it was made (RFC 9562, version 7). */
export function auditExpiry(id: string): number {
  const end = new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
  end.setUTCFullYear(end.getUTCFullYear() + KEPT_YEARS);
  return Math.floor(end.getTime() / 1000);
}

/**
 * Writes down what is about to be done, before it is: an action without an entry cannot be. Items of the list are added and never changed
 * or removed before their term; no role of the deployment may do either (`infra/storage.ts`).
 */
export async function openEntry(db: Database, tenant: Tenant, entry: NewEntry, now: Date): Promise<string> {
  const id = v7();
  await db.put({ pk: tenant.audit, sk: id, id, at: now.toISOString(), ...entry, expires_at: auditExpiry(id) }, IS_NEW);
  return id;
}

/** Adds the outcome of an entry. One that has an outcome keeps it. */
export async function closeEntry(db: Database, tenant: Tenant, id: string, closing: Closing): Promise<void> {
  const { outcome, whom, detail } = closing;
  await db.put({ pk: tenant.audit, sk: id + OUTCOME, outcome, whom, detail, expires_at: auditExpiry(id) }, IS_NEW);
}

/** Entries that are read at a time. */
const PAGE = 500;

/** All entries in which a user acted or was the object, newest first. */
export async function entriesAbout(db: Database, tenant: Tenant, user: string, now: Date): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (let before: string | undefined; ; ) {
    const { entries, hasMore } = await listEntries(db, tenant, { before, limit: PAGE }, now);
    found.push(...entries.filter(({ actor, target }) => actor === user || target === user));
    if (!hasMore) return found;
    before = entries.at(-1)?.id;
  }
}

function isExpired({ expires_at }: Item, now: Date): boolean {
  return typeof expires_at === 'number' && expires_at * 1000 <= now.getTime();
}

/** Entries older than the entry `before` (from the newest without it), newest first: at most `limit`, and whether there are more. */
export async function listEntries(
  db: Database,
  tenant: Tenant,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
  now: Date = new Date(),
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  // An entry and its outcome are two items.
  const options = { ...(before !== undefined && { before }), newestFirst: true, limit: 2 * (limit + 1) };
  // DynamoDB removes expired items up to two days late.
  const items = (await db.range(tenant.audit, options)).filter((item) => !isExpired(item, now));
  const outcomes = new Map(items.map((item) => [String(item.sk), item]));
  const entries = items
    .filter(({ sk }) => !String(sk).endsWith(OUTCOME))
    .map((entry) => toEntry(entry, outcomes.get(entry.sk + OUTCOME)));
  return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
}

/**
 * An entry without an outcome: the process ended between the action and its outcome, or the action is going on. Entries of older releases
 * hold their outcome themselves.
 */
function toEntry({ pk, sk, expires_at, ...entry }: Item, outcome: Item = {}): AuditEntry {
  const { pk: _pk, sk: _sk, expires_at: _end, ...closing } = outcome;
  return { outcome: 'unknown', whom: '', detail: '', ...entry, ...closing } as unknown as AuditEntry;
}
