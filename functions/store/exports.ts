import { allOf, IS_NEW } from './condition.ts';
import type { Database, Item } from './database.ts';
import type { Leased } from './lease.ts';
import type { Tenant } from './tenant.ts';

/**
 * The build of an export, keyed by its content. A file in the bucket means done; the item records
 * the builder or the failure.
 */
export interface ExportBuild extends Leased {
  readonly hash: string;
  readonly state: 'building' | 'failed';
}

/** Lifetime of the item and of its file, seconds. */
export const EXPORT_KEPT_SECONDS = 86_400;

export async function readBuild(db: Database, tenant: Tenant, hash: string): Promise<ExportBuild | undefined> {
  const item = await db.get(keyOf(tenant, hash));
  return item && fromItem(item);
}

/** Claims a new, failed or abandoned build; undefined if another builder has it. */
export async function claimBuild(
  db: Database,
  tenant: Tenant,
  hash: string,
  now: number,
  leaseMs: number,
): Promise<ExportBuild | undefined> {
  const current = await readBuild(db, tenant, hash);
  if (current?.state === 'building' && current.lease_ends_at > now) return undefined;
  const build = { hash, state: 'building', fence: (current?.fence ?? 0) + 1, lease_ends_at: now + leaseMs } as const;
  return (await write(db, tenant, build, current)) ? build : undefined;
}

/**
 * Takes over a build that a request claimed for this worker, under a new claim; undefined if that
 * claim has expired.
 */
export async function adoptBuild(
  db: Database,
  tenant: Tenant,
  hash: string,
  fence: number,
  leaseEndsAt: number,
): Promise<ExportBuild | undefined> {
  const claimed = { hash, state: 'building', fence, lease_ends_at: leaseEndsAt } as const;
  const own = { ...claimed, fence: fence + 1 };
  return (await write(db, tenant, own, claimed)) ? own : undefined;
}

/** Changes a build of this builder; returns whether its claim still holds. */
export async function moveBuild(
  db: Database,
  tenant: Tenant,
  build: ExportBuild,
  changes: Partial<Pick<ExportBuild, 'state' | 'lease_ends_at'>>,
): Promise<boolean> {
  return write(db, tenant, { ...build, ...changes }, build);
}

function write(db: Database, tenant: Tenant, next: ExportBuild, current: ExportBuild | undefined): Promise<boolean> {
  const expires_at = Math.ceil(next.lease_ends_at / 1000) + EXPORT_KEPT_SECONDS;
  const item = { ...keyOf(tenant, next.hash), ...next, expires_at };
  return db.put(item, current ? allOf(['fence', '=', current.fence]) : IS_NEW);
}

function keyOf(tenant: Tenant, hash: string) {
  return { pk: tenant.partition, sk: `X#${hash}` };
}

function fromItem({ hash, state, fence, lease_ends_at }: Item): ExportBuild {
  return { hash, state, fence, lease_ends_at } as ExportBuild;
}
