import { v7 } from 'uuid';
import type { AuditEntry, AuditOutcome } from '#core/contract/audit.ts';
import { allOf, IS_NEW } from './condition.ts';
import type { Database, Item } from './database.ts';
import type { Tenant } from './tenant.ts';

/** What is known of an action before it is carried out. */
export type NewEntry = Pick<AuditEntry, 'actor' | 'actor_name' | 'action' | 'target' | 'request_id'>;

/** What is known of it afterwards. */
export interface Closing {
  readonly outcome: Exclude<AuditOutcome, 'unknown'>;
  readonly whom: string;
  readonly detail: string;
}

/**
 * Writes down what is about to be done, before it is: an action without an entry cannot be. Entries are never changed but for the
 * outcome, which is set once, and never removed.
 */
export async function openEntry(db: Database, tenant: Tenant, entry: NewEntry, now: Date): Promise<string> {
  const id = v7();
  await db.put({ pk: tenant.audit, sk: id, id, at: now.toISOString(), ...entry }, IS_NEW);
  return id;
}

/** Sets the outcome of an entry. One that has an outcome keeps it. */
export async function closeEntry(db: Database, tenant: Tenant, id: string, closing: Closing): Promise<void> {
  const { outcome, whom, detail } = closing;
  await db.update(
    { pk: tenant.audit, sk: id },
    { set: { outcome, whom, detail } },
    allOf(['pk', 'exists'], ['outcome', 'missing']),
  );
}

/** Entries older than the entry `before` (from the newest without it), newest first: at most `limit`, and whether there are more. */
export async function listEntries(
  db: Database,
  tenant: Tenant,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const options = { ...(before !== undefined && { before }), newestFirst: true, limit: limit + 1 };
  const items = await db.range(tenant.audit, options);
  return { entries: items.slice(0, limit).map(toEntry), hasMore: items.length > limit };
}

/** An entry without an outcome: the process ended between the action and its outcome, or the action is going on. */
function toEntry({ pk, sk, ...entry }: Item): AuditEntry {
  return { outcome: 'unknown', whom: '', detail: '', ...entry } as unknown as AuditEntry;
}
