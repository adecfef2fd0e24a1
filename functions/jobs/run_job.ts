import { Refusal } from '../errors.ts';
import { END_STATES, readJob, type StoredJob } from '../store/jobs.ts';
import { LeaseLost } from '../store/lease.ts';
import type { Tenant } from '../store/tenant.ts';
import { cleanUp } from './clean_up.ts';
import { computeOutcome } from './compute_outcome.ts';
import { beforeDeadline, OutOfTime } from './deadline.ts';
import { endJob, failRetryable, RETRIES_EXHAUSTED, TOO_LONG } from './end_job.ts';
import { claimJob, isSpent, type JobLease, keepAlive } from './job_lease.ts';
import { conflictFailure, storeOutcome } from './outcome.ts';
import { restart } from './restart.ts';
import type { JobServices } from './services.ts';

/**
 * Runs a job whose file has arrived. It resumes from any interruption with the same outcome and
 * does nothing for a job that has ended or is leased by another worker. Releases the job and
 * rethrows failures that are not the file's fault.
 *
 * `sentAt` (ms) distinguishes a message that operations resent after a failure was fixed from a
 * late one.
 */
export async function runJob(services: JobServices, tenant: Tenant, id: string, sentAt: number): Promise<void> {
  const found = await readJob(services.db, tenant, id);
  if (!found) return;
  const job = END_STATES.includes(found.state) ? await redriven(services, tenant, found, sentAt) : found;
  if (!job) return cleanUp(services, tenant, found);
  const claimed = await claimJob(services, tenant, job);
  if (!claimed) return;
  const lease = keepAlive(services, tenant, claimed);
  try {
    await beforeDeadline(services.deadline, () => work(services, tenant, lease));
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!(error instanceof Refusal)) {
      await lease.stop();
      await letGo(services, tenant, lease.job(), error instanceof OutOfTime ? TOO_LONG : RETRIES_EXHAUSTED);
      throw error;
    }
    await endLeased(services, tenant, lease, refusedBy(error));
  } finally {
    await lease.stop();
  }
}

/** Restarts a failed job if the message was sent after the failure. */
async function redriven(services: JobServices, tenant: Tenant, job: StoredJob, sentAt: number) {
  return sentAt > Date.parse(job.updated_at) ? restart(services, tenant, job) : undefined;
}

async function work(services: JobServices, tenant: Tenant, lease: JobLease): Promise<void> {
  const { outcome } = lease.job();
  const standing = outcome ?? (await computeOutcome(services, tenant, lease));
  const stored = await storeOutcome(services.db, tenant, standing);
  await endLeased(services, tenant, lease, stored ? { state: 'done', progress: 1 } : conflictFailure());
}

async function endLeased(
  services: JobServices,
  tenant: Tenant,
  lease: JobLease,
  end: Partial<StoredJob>,
): Promise<void> {
  await lease.stop();
  const ended = await endJob(services, tenant, lease.job(), end);
  if (ended) await cleanUp(services, tenant, ended);
}

/** A refusal of the file or of the user as the fields of the failed job. */
function refusedBy({ body }: Refusal): Partial<StoredJob> {
  const { detail, errors = [], errors_total = errors.length } = body;
  return { state: 'failed', detail, errors, errors_total };
}

/**
 * Releases the job for the next delivery, or fails it after the last one. A job in the state saving
 * never fails.
 */
async function letGo(services: JobServices, tenant: Tenant, job: StoredJob, reason: string): Promise<void> {
  try {
    if (job.state === 'running' && isSpent(job)) await failRetryable(services, tenant, job, reason);
    else await endJob(services, tenant, job, { lease_ends_at: 0 });
  } catch {
    // The store does not answer: the lease ends by itself, and the sweeper sees to it.
  }
}
