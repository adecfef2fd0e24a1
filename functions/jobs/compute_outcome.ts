import { MAX_STEPS } from '#core/models/limits.ts';
import {
  type CheckedTable,
  type ComputedDataset,
  checkTable,
  computeChecked,
  type OnProgress,
  storeRows,
} from '../calculations/dataset_calculation.ts';
import { Refusal } from '../errors.ts';
import { readCalculation, type StoredCalculation } from '../store/calculations.ts';
import { rowsKey } from '../store/file_key.ts';
import type { StoredJob } from '../store/jobs.ts';
import { readProject } from '../store/projects.ts';
import type { Tenant } from '../store/tenant.ts';
import { readUser, type StoredUser } from '../store/users.ts';
import { newVersioned, nextVersion } from '../store/versioned_items.ts';
import { NO_FILE } from './end_job.ts';
import type { JobLease } from './job_lease.ts';
import { changedMeanwhile } from './outcome.ts';
import type { JobServices } from './services.ts';

/** Shares of the whole work at which its parts end. */
const FETCHED = 0.05;
const COMPUTED = 0.9;

/**
 * Reads the file of a job, computes it, stores its rows, and by one conditional write makes the outcome certain. Refuses what the person
 * must mend; throws LeaseLost when the job was cancelled or taken over.
 */
export async function computeOutcome(
  services: JobServices,
  tenant: Tenant,
  lease: JobLease,
): Promise<StoredCalculation> {
  const job = lease.job();
  await mayGoOn(services, tenant, job);
  const current = await replaced(services, tenant, job);
  const computed = await computeFile(services, tenant, lease, current);
  const key = rowsKey(tenant, job.calculation, computed.fields.table.rows.sha256);
  // Named before they are written, so that whatever happens they are found and removed.
  await lease.move({ progress: COMPUTED, rows: [...new Set([...lease.job().rows, key])] });
  await storeRows(services.files, tenant, job.calculation, computed);
  const user = await mayGoOn(services, tenant, job);
  const outcome = calculationOf(job, computed, current, user, services.now());
  await lease.move({ state: 'saving', progress: 0.98, outcome });
  return outcome;
}

async function computeFile(
  services: JobServices,
  tenant: Tenant,
  lease: JobLease,
  current: StoredCalculation | undefined,
): Promise<ComputedDataset> {
  const onProgress = (share: number) => lease.report(FETCHED + share * (COMPUTED - FETCHED));
  const checked = await readFile(services, tenant, lease, current, onProgress);
  return computeChecked(services, checked, { maxSteps: MAX_STEPS, onProgress });
}

/** A function of its own, so that nothing holds the file any more while its table is being computed. */
async function readFile(
  services: JobServices,
  tenant: Tenant,
  lease: JobLease,
  current: StoredCalculation | undefined,
  onProgress: OnProgress,
): Promise<CheckedTable> {
  const { upload, file_name, type, given } = lease.job();
  const bytes = await services.files.get(upload);
  if (!bytes) throw refuse(NO_FILE);
  await lease.report(FETCHED);
  const request = { tenant, type, body: given, file: { name: file_name, bytes }, ...(current && { current }) };
  return checkTable(services, request, onProgress);
}

/** Refuses if the person or the project may no longer get results; answers the person. */
async function mayGoOn({ db }: JobServices, tenant: Tenant, job: StoredJob): Promise<StoredUser> {
  const user = await readUser(db, tenant, job.user);
  if (!user || user.disabled)
    throw refuse(
      'Учётную запись, с которой загрузили файл, отключили. Ничего не сохранено. Обратитесь к администратору.',
    );
  const project = await readProject(db, tenant, job.project);
  if (!project || project.is_deleted)
    throw refuse(
      'Проект отправили в архив, пока файл обрабатывался. Ничего не сохранено. Восстановите проект и загрузите файл снова.',
    );
  return user;
}

/** The calculation whose file is replaced, which must stand as it stood when the ticket was issued. */
async function replaced({ db }: JobServices, tenant: Tenant, { type, calculation, replaces }: StoredJob) {
  if (replaces === undefined) return undefined;
  const current = await readCalculation(db, tenant, type, calculation);
  if (current?.version !== replaces) throw changedMeanwhile();
  return current;
}

function calculationOf(
  job: StoredJob,
  { fields }: ComputedDataset,
  current: StoredCalculation | undefined,
  user: StoredUser,
  now: Date,
): StoredCalculation {
  if (!current) return { ...newVersioned(user, now, job.calculation), type: job.type, ...fields };
  return { ...current, ...fields, ...nextVersion(current, user, now) };
}

function refuse(detail: string): Refusal {
  return new Refusal(409, { detail, code: 'job_refused' });
}
