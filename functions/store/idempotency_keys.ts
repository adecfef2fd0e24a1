import { v7 } from 'uuid';
import { allOf, anyOf, IS_NEW } from './condition.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';

/** Time for which repeats of a request are recognised, seconds: longer than a session. */
const KEPT_SECONDS = 24 * 60 * 60;

/** The id under which a request writes; of a repeat, when the request was first sent, ms. */
export interface ReservedWrite {
  readonly id: string;
  readonly firstSentAt?: number;
}

/**
 * Reserves the id under which a request writes, by the hash of its key; a repeat of the request
 * gets the same id. `request`: hash of the request. Undefined if the key belongs to another
 * request.
 */
export async function reserveIdempotencyKey(
  db: Database,
  tenant: Tenant,
  key: string,
  request: string,
  now: Date,
): Promise<ReservedWrite | undefined> {
  const place = { pk: tenant.partition, sk: `I#${key}` };
  const seconds = Math.floor(now.getTime() / 1000);
  const id = v7();
  const isFirst = await db.put(
    { ...place, request, id, expires_at: seconds + KEPT_SECONDS },
    // DynamoDB may keep an expired item for days.
    anyOf(IS_NEW, allOf(['expires_at', '<=', seconds])),
  );
  if (isFirst) return { id };
  const reserved = await db.get(place);
  if (reserved?.request !== request) return undefined;
  return { id: String(reserved.id), firstSentAt: (Number(reserved.expires_at) - KEPT_SECONDS) * 1000 };
}
