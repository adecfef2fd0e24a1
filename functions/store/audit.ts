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

/**
 * Writes down what is about to be done, before it is: an action without an entry cannot be. Items of the list are added and never changed
 * or removed; no role of the deployment may do either (`infra/storage.ts`).
 */
export async function openEntry(db: Database, tenant: Tenant, entry: NewEntry, now: Date): Promise<string> {
  const id = v7();
  await db.put({ pk: tenant.audit, sk: id, id, at: now.toISOString(), ...entry }, IS_NEW);
  return id;
}

/** Adds the outcome of an entry. One that has an outcome keeps it. */
export async function closeEntry(db: Database, tenant: Tenant, id: string, closing: Closing): Promise<void> {
  const { outcome, whom, detail } = closing;
  await db.put({ pk: tenant.audit, sk: id + OUTCOME, outcome, whom, detail }, IS_NEW);
}

/** Entries older than the entry `before` (from the newest without it), newest first: at most `limit`, and whether there are more. */
export async function listEntries(
  db: Database,
  tenant: Tenant,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  // An entry and its outcome are two items.
  const options = { ...(before !== undefined && { before }), newestFirst: true, limit: 2 * (limit + 1) };
  const items = await db.range(tenant.audit, options);
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
function toEntry({ pk, sk, ...entry }: Item, outcome: Item = {}): AuditEntry {
  const { pk: _pk, sk: _sk, ...closing } = outcome;
  return { outcome: 'unknown', whom: '', detail: '', ...entry, ...closing } as unknown as AuditEntry;
}
