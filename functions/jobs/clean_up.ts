import { readCalculationStates } from '../store/calculations.ts';
import { type FileKey, sha256Of } from '../store/file_key.ts';
import { removePointer, type StoredJob } from '../store/jobs.ts';
import { releaseBytes } from '../store/stored_bytes.ts';
import type { Tenant } from '../store/tenant.ts';
import { removeUnfinished } from '../store/unfinished_jobs.ts';
import { keptUntil } from './restart.ts';
import type { JobServices } from './services.ts';
import { ARRIVAL_MS, ORPHAN_MS } from './times.ts';

/**
 * Removes the files of an ended job: the upload, and rows that no calculation refers to.
 * Idempotent.
 */
export async function cleanUp(services: JobServices, tenant: Tenant, job: StoredJob): Promise<void> {
  const { db, files, now } = services;
  // A job that may be restarted needs its file and may store its rows again.
  if (now().getTime() < keptUntil(job) + ARRIVAL_MS) return;
  await files.remove(job.upload);
  // A late form may still deliver the file, so the sweeper returns until this is impossible.
  if (now().getTime() < job.ticket_ends_at + ARRIVAL_MS) return;
  const orphans = await unreferenced(services, tenant, job);
  if (orphans.length > 0 && now().getTime() - Date.parse(job.updated_at) < ORPHAN_MS) return;
  for (const key of orphans) {
    const bytes = await files.size(key);
    await files.remove(key);
    if (bytes !== undefined) await releaseBytes(db, tenant, bytes);
  }
  await removeUnfinished(db, tenant, job.id);
  await removePointer(db, job.id);
}

/** Rows files of the job that no state of the calculation refers to. */
async function unreferenced({ db }: JobServices, tenant: Tenant, job: StoredJob): Promise<FileKey[]> {
  const maybe = job.rows.filter((key) => job.state !== 'done' || sha256Of(key) !== job.outcome?.table?.rows.sha256);
  if (maybe.length === 0) return [];
  const states = await readCalculationStates(db, tenant, job.type, job.calculation);
  const used = new Set(states.map((state) => state.table?.rows.sha256));
  return maybe.filter((key) => !used.has(sha256Of(key)));
}
