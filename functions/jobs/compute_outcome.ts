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

/** Progress at the end of each phase, 0…1. */
const FETCHED = 0.05;
const COMPUTED = 0.9;

/**
 * Reads the file of a job, computes it, stores its rows and commits the outcome by one conditional
 * write. Throws a refusal for faults that the user must correct, and LeaseLost if the job was
 * cancelled or taken over.
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
  // Recorded before they are written, so that they are found and removed after any failure.
  await lease.move({ progress: COMPUTED, rows: [...new Set([...lease.job().rows, key])] });
  await storeRows(services, tenant, job.calculation, computed);
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

/** A separate function, so that the file's bytes can be freed while its table is computed. */
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

/** Refuses if the user or the project may no longer receive results; returns the user. */
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

/** The calculation whose file is replaced; its version must be that of the ticket. */
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
