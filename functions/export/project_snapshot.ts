import { createHash } from 'node:crypto';
import { CALCULATION_TYPES, CALCULATIONS } from '#core/calculations/index.ts';
import type { Project } from '#core/contract/project.ts';
import type { Company } from '#core/contract/user.ts';
import { Refusal } from '../errors.ts';
import { listCalculations, projectState, type StoredCalculation } from '../store/calculations.ts';
import type { Database } from '../store/database.ts';
import type { Tenant } from '../store/tenant.ts';
import { readCompany } from '../store/users.ts';

/** A project with its active calculations at one instant; types in menu order, newest first. */
export interface ProjectSnapshot {
  readonly company: Company;
  readonly project: Project;
  readonly calculations: readonly StoredCalculation[];
}

/** Incremented with every change of the files, so that stored files of earlier releases are not reused. */
const RELEASE = 1;

/** Labels, units and formulas that the reports are made of. */
const DEFINITIONS = JSON.stringify(CALCULATIONS);

/** Tries to read a project between two changes. */
const TRIES = 20;

/** Reads a consistent snapshot: a project that changes meanwhile is read again. */
export async function readProjectSnapshot(
  db: Database,
  tenant: Tenant,
  project: () => Promise<Project>,
): Promise<ProjectSnapshot> {
  const all = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await state(db, tenant, project);
    const lists = await Promise.all(
      CALCULATION_TYPES.map((type) => listCalculations(db, tenant, type, before.project.id, all)),
    );
    const company = await readCompany(db, tenant);
    const after = await state(db, tenant, project);
    if (before.text === after.text) {
      return { company, project: before.project, calculations: lists.flatMap(({ objects }) => objects) };
    }
  }
  const detail = 'Проект сейчас изменяют другие сотрудники. Повторите экспорт через минуту.';
  throw new Refusal(409, { detail, code: 'changing' });
}

async function state(db: Database, tenant: Tenant, read: () => Promise<Project>) {
  const project = await read();
  return { project, text: JSON.stringify([project.version, await projectState(db, tenant, project.id)]) };
}

/** SHA-256, hex, of everything that determines the bytes of a file. */
export function snapshotHash(
  { company, project, calculations }: ProjectSnapshot,
  coreSha256: string,
  format: string,
  detail: boolean,
): string {
  const versions = calculations.map(({ id, version }) => [id, version]);
  const parts = [RELEASE, DEFINITIONS, coreSha256, format, detail, company, project.id, project.version, versions];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The instant of the last change of the project or of its calculations. */
export function changedAt({ project, calculations }: ProjectSnapshot): string {
  return calculations.reduce((last, { updated_at }) => (updated_at > last ? updated_at : last), project.updated_at);
}
