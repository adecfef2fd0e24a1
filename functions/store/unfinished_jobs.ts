import type { Database, Item } from './database.ts';
import type { Tenant } from './tenant.ts';

/** Adds a job to the unfinished ones of its company, unless there are `most` already; answers whether it is among them. */
export async function addUnfinished(db: Database, tenant: Tenant, job: string, most: number): Promise<boolean> {
  // One write that adds and tells: no number of parallel requests passes the limit.
  const all = await db.update(keyOf(tenant), { include: { jobs: job } });
  if (countOf(all) <= most) return true;
  await removeUnfinished(db, tenant, job);
  return false;
}

/** The job has ended. Idempotent. */
export async function removeUnfinished(db: Database, tenant: Tenant, job: string): Promise<void> {
  await db.update(keyOf(tenant), { exclude: { jobs: job } });
}

function countOf(item: Item | undefined): number {
  return (item?.jobs as ReadonlySet<string> | undefined)?.size ?? 0;
}

function keyOf(tenant: Tenant) {
  return { pk: tenant.partition, sk: 'UNFINISHED_JOBS' };
}
