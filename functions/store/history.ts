import type { Database, Item } from './database.ts';
import type { Tenant } from './tenant.ts';
import { revisionKey, type StoredVersion } from './versioned_items.ts';

/**
 * At most `limit` revisions of an object below the version `before`, newest first. Pass the
 * object's own version to exclude a revision that an unsuccessful write stored of the current
 * state.
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
