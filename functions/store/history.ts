import type { Database, Item } from './database.ts';
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
  const items = await db.range(key.pk, { before: key.sk, newestFirst: true, limit });
  return items.map((item) => fromRevision<T>(item));
}

function fromRevision<T>({ pk, sk, ...object }: Item): T {
  return object as T;
}
