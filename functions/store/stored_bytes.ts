import { allOf, anyOf } from './condition.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';

/** Bytes that a company may store for good, where the host does not say. */
export const COMPANY_BYTES = 20 * 2 ** 30;

/**
 * Counts bytes that a company is about to store for good, if they are within its quota; answers whether they are. One atomic write, so no
 * number of parallel calls passes the quota. Bytes of releases that did not count are not in the count.
 */
export async function reserveBytes(db: Database, tenant: Tenant, bytes: number, quota: number): Promise<boolean> {
  const hasRoom = anyOf(
    ...(bytes <= quota ? [allOf(['bytes', 'missing'])] : []),
    allOf(['bytes', '<=', quota - bytes]),
  );
  return (await db.update(keyOf(tenant), { add: { bytes } }, hasRoom)) !== undefined;
}

/** Takes bytes back from the count: they were removed. */
export async function releaseBytes(db: Database, tenant: Tenant, bytes: number): Promise<void> {
  await db.update(keyOf(tenant), { add: { bytes: -bytes } });
}

function keyOf(tenant: Tenant) {
  return { pk: tenant.partition, sk: 'STORED_BYTES' };
}
