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

/** A job as it is stored. Times are ms. */
export interface StoredJob extends Job, Leased {
  readonly type: CalculationType;
  /** Who asked for it. */
  readonly user: string;
  /** The checked fields of the calculation, as a body. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Version of the calculation whose file it replaces; absent: a new one. */
  readonly replaces?: number;
  readonly upload: FileKey;
  readonly ticket_ends_at: number;
  readonly enqueued_at: number;
  /** Fence at which it was started over: the claims before that do not count against it. Absent: it never was. */
  readonly restarted_at?: number;
  /** First claim since it began or was started over. */
  readonly started_at?: number;
  /** Rows files that a worker has been about to write: all that there can be. */
  readonly rows: readonly FileKey[];
  /** What is to be stored, once it is certain: from then on the job only goes forward. */
  readonly outcome?: StoredCalculation;
}

/** Entry of a job that needs looking after: unfinished, or with files left to remove. */
export interface Pointer {
  readonly tenant: Tenant;
  readonly job: string;
  readonly at: number;
}

/** What must hold for a move; a lease that has ended by `leaseEndedBy` is anybody's. */
export interface JobGuard {
  readonly states: readonly JobState[];
  readonly fence?: number;
  readonly leaseEndedBy?: number;
}

export const END_STATES: readonly JobState[] = ['done', 'failed', 'cancelled'];

/** Days that an ended job stays in the list. */
const KEPT_DAYS = 30;

/**
 * Stores a new job; the pointer first, so that no job is ever out of the sweeper's sight. Answers what stands under its id: a repeat
 * changes nothing.
 */
export async function createJob(db: Database, tenant: Tenant, job: StoredJob): Promise<StoredJob> {
  const at = Date.parse(job.created_at);
  await db.put({ pk: PARTITIONS.jobs, sk: job.id, company: tenant.company, at });
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

/** Changes a job by one conditional write. Answers the job as it then stands, or undefined if the guard does not hold. */
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
  if (written) return fromItem(written);
  // A repeat of our own write, whose answer was lost, fails its condition although the write is there.
  const item = await db.get(keyOf(tenant, id));
  return item?.write_id === write_id ? fromItem(item) : undefined;
}

function conditionOf({ states, fence, leaseEndedBy }: JobGuard): Condition {
  return allOf(
    ['state', 'in', states],
    ...(fence === undefined ? [] : [['fence', '=', fence] as const]),
    ...(leaseEndedBy === undefined ? [] : [['lease_ends_at', '<=', leaseEndedBy] as const]),
  );
}

/** Every job that needs looking after, of all companies: for the sweeper alone. */
export async function listPointers(db: Database): Promise<Pointer[]> {
  const items = await db.range(PARTITIONS.jobs);
  return items.map(({ company, sk, at }) => ({
    tenant: Tenant.ofOperations(company as string),
    job: sk as string,
    at: at as number,
  }));
}

const CURSOR = { pk: PARTITIONS.sweeper, sk: 'CURSOR' } as const;

/** Job at whose pointer the last sweep ran out of time; undefined: it came to the end. */
export async function readSweepCursor(db: Database): Promise<string | undefined> {
  const item = await db.get(CURSOR);
  return item?.job as string | undefined;
}

export async function writeSweepCursor(db: Database, job: string | undefined): Promise<void> {
  await db.put({ ...CURSOR, job });
}

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
