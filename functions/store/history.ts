import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Database } from './database.ts';
import type { Item } from './items.ts';
import type { Tenant } from './tenant.ts';
import { revisionKey, type StoredVersion } from './versioned_items.ts';

/**
 * The versions of an object below `before`, newest first, at most `limit`. What is kept of a version that still stands (another
 * write was faster) is not among them: ask for what is older than the object itself.
 */
export async function listRevisions<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  sk: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<T[]> {
  if (before <= 1) return [];
  const key = revisionKey(tenant, sk, before);
  const { Items = [] } = await db.client.send(
    new QueryCommand({
      TableName: db.name,
      KeyConditionExpression: 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': key.pk, ':before': key.sk },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items.map((item) => fromRevision<T>(item));
}

function fromRevision<T>({ pk, sk, ...object }: Item): T {
  return object as T;
}
