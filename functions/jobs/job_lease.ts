import { END_STATES, moveJob, type StoredJob } from '../store/jobs.ts';
import { holdLease } from '../store/lease.ts';
import type { Tenant } from '../store/tenant.ts';
import { beforeDeadline, checkTime } from './deadline.ts';
import type { JobServices } from './services.ts';
import { HEARTBEAT_MS, LEASE_MS, MAX_CLAIMS, RUN_MS } from './times.ts';

/** A worker's lease of a job. */
export interface JobLease {
  /** The current job, as far as this worker knows. */
  readonly job: () => StoredJob;
  /**
   * Reports progress, 0…1, at intervals to the store. Throws LeaseLost if the lease is lost,
   * OutOfTime after the deadline.
   */
  report(progress: number): Promise<void>;
  /** Changes the job, or throws LeaseLost or OutOfTime. */
  move(changes: Partial<StoredJob>): Promise<StoredJob>;
  /** Stops the heartbeat. */
  stop(): Promise<void>;
}

/**
 * Claims a job that has a file or whose worker is dead, unless it has reached its limit of claims
 * or time.
 */
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

/** Whether a job has reached its limit of claims. */
export function isSpent({ fence, restarted_at = 0 }: StoredJob): boolean {
  return fence - restarted_at >= MAX_CLAIMS;
}

/**
 * Keeps a claimed job alive by a heartbeat with its progress, which also detects the loss of the
 * lease.
 */
export function keepAlive({ db, now, deadline }: JobServices, tenant: Tenant, claimed: StoredJob): JobLease {
  let { progress } = claimed;
  const lease = holdLease(claimed, {
    ...{ leaseMs: LEASE_MS, beatMs: HEARTBEAT_MS, now },
    news: () => ({ progress }),
    write: async (job, changes) => {
      checkTime(deadline);
      const guard = { states: [job.state], fence: job.fence };
      return moveJob(db, tenant, job.id, { updated_at: now().toISOString(), ...changes }, guard);
    },
  });
  return {
    job: lease.item,
    report: async (share) => {
      progress = Math.min(1, Math.max(progress, share));
      await lease.renewIfDue();
      checkTime(deadline);
      lease.lost.throwIfAborted();
    },
    move: (changes) => {
      progress = Math.max(progress, changes.progress ?? 0);
      return lease.change({ ...changes, progress });
    },
    stop: async () => {
      const stopped = lease.stop();
      // After the deadline a hanging write is abandoned.
      await beforeDeadline(deadline, () => stopped).catch(() => {});
    },
  };
}
