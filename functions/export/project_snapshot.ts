import { createHash } from 'node:crypto';
import { CALCULATION_TYPES, CALCULATIONS } from '#core/calculations/index.ts';
import type { Project } from '#core/contract/project.ts';
import type { Company } from '#core/contract/user.ts';
import { Refusal } from '../errors.ts';
import { listCalculations, projectState, type StoredCalculation } from '../store/calculations.ts';
import type { Database } from '../store/database.ts';
import { inventoryObjects, type StoredInventoryObject } from '../store/inventory_objects.ts';
import { type InventorySettings, readInventorySettings } from '../store/inventory_settings.ts';
import type { Tenant } from '../store/tenant.ts';
import { readCompany } from '../store/users.ts';

/** A project with its active calculations at one instant; types in menu order, newest first. */
export interface ProjectSnapshot {
  readonly company: Company;
  readonly project: Project;
  readonly calculations: readonly StoredCalculation[];
  /** Where the calculations stand in the inventory, and its objects; left out where nothing has been assigned. */
  readonly inventory?: StoredInventory;
}

interface StoredInventory {
  readonly settings: InventorySettings;
  readonly objects: readonly StoredInventoryObject[];
}

/** Incremented with every change of the files, so that stored files of earlier releases are not reused. */
const RELEASE = 2;

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
      const { project, inventory } = before;
      const calculations = lists.flatMap(({ objects }) => objects);
      return { company, project, calculations, ...(inventory && { inventory }) };
    }
  }
  const detail = 'Проект сейчас изменяют другие сотрудники. Повторите экспорт через минуту.';
  throw new Refusal(409, { detail, code: 'changing' });
}

async function state(db: Database, tenant: Tenant, read: () => Promise<Project>) {
  const project = await read();
  const settings = await readInventorySettings(db, tenant, project.id);
  const inventory = settings && { settings, objects: await inventoryObjects.all(db, tenant) };
  const versions = [project.version, await projectState(db, tenant, project.id), ...inventoryVersions(inventory)];
  return { project, inventory, text: JSON.stringify(versions) };
}

/** What distinguishes one state of the inventory from another; nothing where nothing has been assigned. */
function inventoryVersions(inventory: StoredInventory | undefined): unknown[] {
  return inventory ? [inventory.settings.version, inventory.objects.map(({ id, version }) => [id, version])] : [];
}

/** SHA-256, hex, of everything that determines the bytes of a file. */
export function snapshotHash(
  { company, project, calculations, inventory }: ProjectSnapshot,
  coreSha256: string,
  format: string,
  detail: boolean,
): string {
  const versions = calculations.map(({ id, version }) => [id, version]);
  const parts = [
    RELEASE,
    DEFINITIONS,
    coreSha256,
    format,
    detail,
    company,
    project.id,
    project.version,
    versions,
    ...inventoryVersions(inventory),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The instant of the last change of the project or of its calculations. */
export function changedAt({ project, calculations }: ProjectSnapshot): string {
  return calculations.reduce((last, { updated_at }) => (updated_at > last ? updated_at : last), project.updated_at);
}
