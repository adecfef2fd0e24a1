import { moveJob, type StoredJob } from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';
import type { JobServices } from './services.ts';

/**
 * Time until which the file of an ended job is kept for a restart, ms; 0: it is no longer needed.
 */
export function keptUntil({ retry_until }: StoredJob): number {
  return retry_until ? Date.parse(retry_until) : 0;
}

/**
 * Restarts a failed job whose file is not at fault, with a new allowance of claims and time; the
 * sweeper sends it to the workers. Undefined if the job cannot be restarted or its file was
 * removed.
 */
export async function restart(
  { db, files, now }: Pick<JobServices, 'db' | 'files' | 'now'>,
  tenant: Tenant,
  job: StoredJob,
): Promise<StoredJob | undefined> {
  const at = now();
  if (job.state !== 'failed' || at.getTime() >= keptUntil(job)) return undefined;
  if ((await files.size(job.upload)) === undefined) return undefined;
  const fence = job.fence + 1;
  const afresh: Partial<StoredJob> = {
    ...({ state: 'waiting', progress: 0, detail: null, retry_until: null } as const),
    ...{ fence, restarted_at: fence, lease_ends_at: 0, enqueued_at: 0, updated_at: at.toISOString() },
  };
  return moveJob(db, tenant, job.id, afresh, { states: ['failed'], fence: job.fence });
}
