import { v7 } from 'uuid';
import { allOf, anyOf, IS_NEW } from './condition.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';

/** How long the repeats of a request are known as such, seconds: longer than a session. */
const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Reserves the id under which a request writes, by the hash of its key: whoever sends the same request again writes under the same id.
 * Undefined: the key belongs to another request (`request`: its hash).
 */
export async function reserveIdempotencyKey(
  db: Database,
  tenant: Tenant,
  key: string,
  request: string,
  now: Date,
): Promise<string | undefined> {
  const place = { pk: tenant.partition, sk: `I#${key}` };
  const seconds = Math.floor(now.getTime() / 1000);
  const id = v7();
  const isFirst = await db.put(
    { ...place, request, id, expires_at: seconds + KEPT_SECONDS },
    // What has expired may lie there for days more.
    anyOf(IS_NEW, allOf(['expires_at', '<=', seconds])),
  );
  if (isFirst) return id;
  const reserved = await db.get(place);
  return reserved?.request === request ? String(reserved.id) : undefined;
}
