import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import type { AuditEntry, AuditOutcome } from '#core/contract/audit.ts';
import type { Database } from './database.ts';
import { conditionHeld, type Item, putNew } from './items.ts';
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
  await putNew(db, { pk: tenant.audit, sk: id, id, at: now.toISOString(), ...entry });
  return id;
}

/** Sets the outcome of an entry. One that has an outcome keeps it. */
export async function closeEntry(db: Database, tenant: Tenant, id: string, closing: Closing): Promise<void> {
  const { outcome, whom, detail } = closing;
  await conditionHeld(() =>
    db.client.send(
      new UpdateCommand({
        TableName: db.name,
        Key: { pk: tenant.audit, sk: id },
        UpdateExpression: 'SET outcome = :outcome, whom = :whom, detail = :detail',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(outcome)',
        ExpressionAttributeValues: { ':outcome': outcome, ':whom': whom, ':detail': detail },
      }),
    ),
  );
}

/** Entries older than the entry `before` (from the newest without it), newest first: at most `limit`, and whether there are more. */
export async function listEntries(
  db: Database,
  tenant: Tenant,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const { Items = [] } = await db.client.send(
    new QueryCommand({
      TableName: db.name,
      KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': tenant.audit, ...(before !== undefined && { ':before': before }) },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit + 1,
    }),
  );
  return { entries: Items.slice(0, limit).map(toEntry), hasMore: Items.length > limit };
}

/** An entry without an outcome: the process ended between the action and its outcome, or the action is going on. */
function toEntry({ pk, sk, ...entry }: Item): AuditEntry {
  return { outcome: 'unknown', whom: '', detail: '', ...entry } as unknown as AuditEntry;
}
