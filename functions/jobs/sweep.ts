import { ALARMING } from '../log.ts';
import {
  END_STATES,
  listPointers,
  moveJob,
  type Pointer,
  readJob,
  readSweepCursor,
  removePointer,
  type StoredJob,
  writeSweepCursor,
} from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';
import { removeUnfinished } from '../store/unfinished_jobs.ts';
import { cleanUp } from './clean_up.ts';
import { failJob, failRetryable, NO_FILE, RETRIES_EXHAUSTED, TOO_LONG } from './end_job.ts';
import { isSpent } from './job_lease.ts';
import type { Enqueue, JobServices } from './services.ts';
import { ARRIVAL_MS, LOST_MS, ORPHAN_MS, RUN_MS } from './times.ts';

/** Jobs that are handled in parallel. */
const AT_ONCE = 20;

/**
 * Handles every pending job, so that each one ends: it resends lost events, replaces dead workers,
 * fails impossible jobs with a cause and removes unneeded files. A failure with one job does not
 * affect the others. A sweep that runs out of time stores a cursor for the next one, so that many
 * jobs of one company do not block those of others.
 */
export async function sweep(services: JobServices, enqueue: Enqueue): Promise<void> {
  let unfinished = 0;
  let oldest = services.now().getTime();
  const see = async (pointer: Pointer) => {
    try {
      if (await seeTo(services, enqueue, pointer)) return;
      unfinished += 1;
      oldest = Math.min(oldest, pointer.at);
    } catch (error) {
      const text = error instanceof Error ? error.stack : String(error);
      services.log({ level: 'error', event: 'job_not_swept', job: pointer.job, error: text });
    }
  };
  const { db, deadline } = services;
  const cursor = await readSweepCursor(db);
  const pointers = startingBehind(await listPointers(db), cursor);
  let seen = 0;
  for (; seen < pointers.length && !deadline?.aborted; seen += AT_ONCE) {
    await Promise.all(pointers.slice(seen, seen + AT_ONCE).map(see));
  }
  const left = Math.max(0, pointers.length - seen);
  const next = left > 0 ? (pointers[seen - 1]?.job ?? cursor) : undefined;
  if (next !== cursor) await writeSweepCursor(db, next);
  const oldest_seconds = Math.round((services.now().getTime() - oldest) / 1000);
  services.log({ level: 'info', event: ALARMING.swept, unfinished, oldest_seconds, left });
}

/** Pointers ordered by job, starting after `cursor` and wrapping around to it. */
function startingBehind(pointers: readonly Pointer[], cursor: string | undefined): readonly Pointer[] {
  const start = cursor === undefined ? 0 : pointers.findIndex(({ job }) => job > cursor);
  return start <= 0 ? pointers : [...pointers.slice(start), ...pointers.slice(0, start)];
}

/**
 * Ends the leases of all workers at the start of the one-process server: its lock on the data
 * folder proves that no worker is alive.
 */
export async function endLeases({ db }: JobServices): Promise<void> {
  for (const { tenant, job: id } of await listPointers(db)) {
    const job = await readJob(db, tenant, id);
    if (job?.state !== 'running' && job?.state !== 'saving') continue;
    await moveJob(db, tenant, id, { lease_ends_at: 0, enqueued_at: 0 }, { states: [job.state], fence: job.fence });
  }
}

/** Handles one job; returns whether it had already ended. */
async function seeTo(services: JobServices, enqueue: Enqueue, { tenant, job: id, at }: Pointer): Promise<boolean> {
  const now = services.now().getTime();
  const job = await readJob(services.db, tenant, id);
  if (!job) {
    // The request of the ticket failed between pointer and job; after an hour it cannot store the
    // job any more.
    if (now - at > ORPHAN_MS) {
      await removeUnfinished(services.db, tenant, id);
      await removePointer(services.db, id);
    }
  } else if (END_STATES.includes(job.state)) {
    await cleanUp(services, tenant, job);
  } else if (job.state === 'waiting') {
    await seeToWaiting(services, enqueue, tenant, job, now);
  } else if (job.state === 'running' && now - (job.started_at ?? now) > RUN_MS) {
    await failRetryable(services, tenant, job, TOO_LONG);
  } else if (job.lease_ends_at <= now) {
    if (job.state === 'running' && isSpent(job)) await failRetryable(services, tenant, job, RETRIES_EXHAUSTED);
    else await sendAgain(services, enqueue, tenant, job, now);
  }
  return !job || END_STATES.includes(job.state);
}

async function seeToWaiting(services: JobServices, enqueue: Enqueue, tenant: Tenant, job: StoredJob, now: number) {
  if (now - Math.max(job.enqueued_at, Date.parse(job.created_at)) < LOST_MS) return;
  if ((await services.files.size(job.upload)) !== undefined) await sendAgain(services, enqueue, tenant, job, now);
  else if (now > job.ticket_ends_at + ARRIVAL_MS) await failJob(services, tenant, job, NO_FILE);
}

async function sendAgain({ db }: JobServices, enqueue: Enqueue, tenant: Tenant, job: StoredJob, now: number) {
  if (now - job.enqueued_at < LOST_MS) return;
  await enqueue(job.upload, tenant.company);
  await moveJob(db, tenant, job.id, { enqueued_at: now }, { states: [job.state], fence: job.fence });
}
