import { readCalculationStates } from '../store/calculations.ts';
import { type FileKey, sha256Of } from '../store/file_key.ts';
import { removePointer, type StoredJob } from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';
import { keptUntil } from './restart.ts';
import type { JobServices } from './services.ts';
import { ARRIVAL_MS, ORPHAN_MS } from './times.ts';

/** Removes what an ended job has left: the file as it came, and rows that no calculation has. A repeat changes nothing. */
export async function cleanUp(services: JobServices, tenant: Tenant, job: StoredJob): Promise<void> {
  const { db, files, now } = services;
  // As long as it may be started over it needs its file, and may be storing its rows again.
  if (now().getTime() < keptUntil(job) + ARRIVAL_MS) return;
  await files.remove(job.upload);
  // A late form may still bring the file: until that is over, the sweeper keeps looking.
  if (now().getTime() < job.ticket_ends_at + ARRIVAL_MS) return;
  const orphans = await unreferenced(services, tenant, job);
  if (orphans.length > 0 && now().getTime() - Date.parse(job.updated_at) < ORPHAN_MS) return;
  for (const key of orphans) await files.remove(key);
  await removePointer(db, job.id);
}

/** Rows files of the job that neither the calculation nor any of its earlier states has. */
async function unreferenced({ db }: JobServices, tenant: Tenant, job: StoredJob): Promise<FileKey[]> {
  const maybe = job.rows.filter((key) => job.state !== 'done' || sha256Of(key) !== job.outcome?.table?.rows.sha256);
  if (maybe.length === 0) return [];
  const states = await readCalculationStates(db, tenant, job.type, job.calculation);
  const used = new Set(states.map((state) => state.table?.rows.sha256));
  return maybe.filter((key) => !used.has(sha256Of(key)));
}
