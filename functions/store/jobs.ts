import { v4 } from 'uuid';
import type { CalculationType } from '#core/calculations/index.ts';
import type { Job, JobState } from '#core/contract/job.ts';
import type { StoredCalculation } from './calculations.ts';
import { allOf, type Condition, IS_NEW } from './condition.ts';
import type { Database, Item } from './database.ts';
import type { FileKey } from './file_key.ts';
import { PARTITIONS } from './layout.ts';
import type { Leased } from './lease.ts';
import { Tenant } from './tenant.ts';
import { addUnfinished, removeUnfinished } from './unfinished_jobs.ts';

/** A stored job. Times are ms. */
export interface StoredJob extends Job, Leased {
  readonly type: CalculationType;
  /** Id of the user who created it. */
  readonly user: string;
  /** The checked fields of the calculation, as a request body. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Version of the calculation whose file it replaces; absent for a new calculation. */
  readonly replaces?: number;
  readonly upload: FileKey;
  readonly ticket_ends_at: number;
  readonly enqueued_at: number;
  /**
   * Fencing token at the restart: earlier claims do not count against the limit. Absent if never
   * restarted.
   */
  readonly restarted_at?: number;
  /** Time of the first claim since the creation or the restart. */
  readonly started_at?: number;
  /** Rows files that a worker was going to write: all that may exist. */
  readonly rows: readonly FileKey[];
  /** The committed outcome; from then on the job can only be completed. */
  readonly outcome?: StoredCalculation;
}

/** Entry of a pending job: unfinished, or with files to remove. */
export interface Pointer {
  readonly tenant: Tenant;
  readonly job: string;
  readonly at: number;
}

/** Condition of a change; with `leaseEndedBy` the lease must have ended by that time. */
export interface JobGuard {
  readonly states: readonly JobState[];
  readonly fence?: number;
  readonly leaseEndedBy?: number;
}

export const END_STATES: readonly JobState[] = ['done', 'failed', 'cancelled'];

/** Days for which an ended job is listed. */
const KEPT_DAYS = 30;

/**
 * Stores a new job. Its pointer is stored first, so that the sweeper always finds the job. Returns
 * the job under this id; a repeat has no effect. Undefined: the company has `most` unfinished jobs.
 */
export async function createJob(
  db: Database,
  tenant: Tenant,
  job: StoredJob,
  most = Number.POSITIVE_INFINITY,
): Promise<StoredJob | undefined> {
  const at = Date.parse(job.created_at);
  await db.put({ pk: PARTITIONS.jobs, sk: job.id, company: tenant.company, at });
  if (!(await addUnfinished(db, tenant, job.id, most))) {
    await removePointer(db, job.id);
    return undefined;
  }
  const item = { ...keyOf(tenant, job.id), list: `${listPrefix(job.project)}${job.id}`, ...job };
  if (await db.put(item, IS_NEW)) return job;
  return (await readJob(db, tenant, job.id)) ?? job;
}

export async function readJob(db: Database, tenant: Tenant, id: string): Promise<StoredJob | undefined> {
  const item = await db.get(keyOf(tenant, id));
  return item && fromItem(item);
}

/** A window of the jobs of a project, newest first. A project of another company has none. */
export async function listJobs(
  db: Database,
  tenant: Tenant,
  project: string,
  window: { limit: number; offset: number },
) {
  const { count, items } = await db.window(tenant.partition, listPrefix(project), window);
  return { count, jobs: items.map(fromItem) };
}

/**
 * Changes a job by one conditional write. Returns the stored job; undefined if the guard does not
 * hold.
 */
export async function moveJob(
  db: Database,
  tenant: Tenant,
  id: string,
  changes: Partial<StoredJob>,
  guard: JobGuard,
): Promise<StoredJob | undefined> {
  const write_id = v4();
  const ends = changes.state !== undefined && END_STATES.includes(changes.state);
  const expires_at = ends && Math.ceil(Date.parse(changes.updated_at ?? '') / 1000) + KEPT_DAYS * 86_400;
  const set = { ...changes, write_id, ...(ends && { expires_at }) };
  const written = await db.update(keyOf(tenant, id), { set }, conditionOf(guard));
  // A repeat of our own write after a lost reply fails its condition although the write was stored.
  const item = written ?? (await db.get(keyOf(tenant, id)));
  if (item?.write_id !== write_id) return undefined;
  // A crash before this leaves a job counted until the sweeper has cleaned up behind it.
  if (ends) await removeUnfinished(db, tenant, id);
  else if (changes.state === 'waiting') await addUnfinished(db, tenant, id, Number.POSITIVE_INFINITY);
  return fromItem(item);
}

function conditionOf({ states, fence, leaseEndedBy }: JobGuard): Condition {
  return allOf(
    ['state', 'in', states],
    ...(fence === undefined ? [] : [['fence', '=', fence] as const]),
    ...(leaseEndedBy === undefined ? [] : [['lease_ends_at', '<=', leaseEndedBy] as const]),
  );
}

/** Pointers of pending jobs of all companies, for the sweeper only. */
export async function listPointers(db: Database): Promise<Pointer[]> {
  const items = await db.range(PARTITIONS.jobs);
  return items.map(({ company, sk, at }) => ({
    tenant: Tenant.ofOperations(company as string),
    job: sk as string,
    at: at as number,
  }));
}

const CURSOR = { pk: PARTITIONS.sweeper, sk: 'CURSOR' } as const;

/** Cursor of the last sweep if it ran out of time; undefined if it was completed. */
export async function readSweepCursor(db: Database): Promise<string | undefined> {
  const item = await db.get(CURSOR);
  return item?.job as string | undefined;
}

export async function writeSweepCursor(db: Database, job: string | undefined): Promise<void> {
  await db.put({ ...CURSOR, job });
}

/** The sweeper need not look after the job any more. */
export async function removePointer(db: Database, id: string): Promise<void> {
  await db.remove({ pk: PARTITIONS.jobs, sk: id });
}

function keyOf(tenant: Tenant, id: string) {
  return { pk: tenant.partition, sk: `J#${id}` };
}

function listPrefix(project: string): string {
  return `J#${project}#`;
}

function fromItem(item: Item): StoredJob {
  const { pk, sk, list, write_id, expires_at, ...job } = item;
  return job as unknown as StoredJob;
}
