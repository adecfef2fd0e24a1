import { END_STATES, moveJob, type StoredJob } from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';
import { beforeDeadline, checkTime } from './deadline.ts';
import type { JobServices } from './services.ts';
import { HEARTBEAT_MS, LEASE_MS, MAX_CLAIMS, RUN_MS } from './times.ts';

/** The job is no longer this worker's: it was cancelled, or another worker has it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A worker's hold on a job. */
export interface Lease {
  /** The job as it stands, as far as this worker knows. */
  readonly job: () => StoredJob;
  /** Says how far the work is, 0…1, now and then to the store. Throws LeaseLost as soon as it is known, OutOfTime after the deadline. */
  report(progress: number): Promise<void>;
  /** Changes the job, or throws LeaseLost or OutOfTime. */
  move(changes: Partial<StoredJob>): Promise<StoredJob>;
  /** Stops the saying. */
  stop(): Promise<void>;
}

/** Takes a job that has a file or whose worker is dead, unless it has been taken too often or for too long. */
export async function claimJob(
  { db, now }: JobServices,
  tenant: Tenant,
  job: StoredJob,
): Promise<StoredJob | undefined> {
  if (END_STATES.includes(job.state)) return undefined;
  const at = now().getTime();
  const started_at = job.state === 'waiting' ? at : (job.started_at ?? at);
  if (job.state !== 'saving' && (isSpent(job) || at - started_at > RUN_MS)) return undefined;
  const changes = {
    fence: job.fence + 1,
    lease_ends_at: at + LEASE_MS,
    started_at,
    updated_at: new Date(at).toISOString(),
    ...(job.state === 'waiting' && { state: 'running' as const }),
  };
  return moveJob(db, tenant, job.id, changes, { states: [job.state], fence: job.fence, leaseEndedBy: at });
}

/** Whether a job has been claimed as often as it may be. */
export function isSpent({ fence, restarted_at = 0 }: StoredJob): boolean {
  return fence - restarted_at >= MAX_CLAIMS;
}

/** Holds a job that has been claimed: repeats how far it is, and learns by that whether it is still held. */
export function keepAlive({ db, now, deadline }: JobServices, tenant: Tenant, claimed: StoredJob): Lease {
  let job = claimed;
  let { progress } = claimed;
  let lost = false;
  let saidAt = performance.now();
  let saying: Promise<void> | undefined;
  /** The last write: each waits for the one before, so that `job` is what the last one has left. */
  let last: Promise<unknown> = Promise.resolve();

  const write = async (changes: Partial<StoredJob>) => {
    checkTime(deadline);
    const at = now();
    const common = { lease_ends_at: at.getTime() + LEASE_MS, updated_at: at.toISOString() };
    const guard = { states: [job.state], fence: job.fence };
    const moved = lost ? undefined : await moveJob(db, tenant, job.id, { ...common, ...changes }, guard);
    lost = !moved;
    if (!moved) throw new LeaseLost(`The job ${job.id} is no longer held by claim ${job.fence}`);
    job = moved;
    return moved;
  };
  const move = (changes: Partial<StoredJob>) => {
    const moved = last.then(() => write(changes));
    last = moved.catch(() => {});
    return moved;
  };
  const say = () => {
    saidAt = performance.now();
    saying ??= move({ progress })
      // A store that does not answer now may answer the next time; until then the lease lasts.
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        saying = undefined;
      });
    return saying;
  };
  // During a long call nobody reports.
  const timer = setInterval(say, HEARTBEAT_MS);
  return {
    job: () => job,
    report: async (share) => {
      progress = Math.min(1, Math.max(progress, share));
      if (performance.now() - saidAt >= HEARTBEAT_MS) await say();
      checkTime(deadline);
      if (lost) throw new LeaseLost(`The job ${job.id} is no longer held by claim ${job.fence}`);
    },
    move: (changes) => {
      progress = Math.max(progress, changes.progress ?? 0);
      return move({ ...changes, progress });
    },
    stop: async () => {
      clearInterval(timer);
      // A write that hangs is not waited for when the time is over.
      await beforeDeadline(deadline, () => last).catch(() => {});
    },
  };
}
