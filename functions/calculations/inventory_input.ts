import { definitionOf, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import type { Project } from '#core/contract/project.ts';
import type { InventoryInput } from '#core/inventory/inventory_input.ts';
import { listCalculations, type StoredCalculation } from '../store/calculations.ts';
import type { Database } from '../store/database.ts';
import { isDemonstration } from '../store/demonstration_models.ts';
import { inventoryObjects } from '../store/inventory_objects.ts';
import { allInventorySettings, type InventorySettings, readInventorySettings } from '../store/inventory_settings.ts';
import { listProjects } from '../store/projects.ts';
import type { Tenant } from '../store/tenant.ts';

/** Projects, the newest, among which other years are looked for. */
const MOST_COMPARED = 100;

/** Other years that a project is compared with, at most: each is read and computed whole. */
const MOST_YEARS = 6;

/** Everything that a project's inventory is computed from, as it is stored. */
export async function readInventoryInput(db: Database, tenant: Tenant, project: Project): Promise<InventoryInput> {
  const all = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  const [settings, objects, lists] = await Promise.all([
    readInventorySettings(db, tenant, project.id),
    inventoryObjects.all(db, tenant),
    Promise.all(FIELDS_TYPES.map((type) => listCalculations(db, tenant, type, project.id, all))),
  ]);
  return inventoryInputOf(
    ...([project, settings, objects] as const),
    lists.flatMap((one) => one.objects),
  );
}

/** The input of an inventory from what is stored; without settings nothing is assigned. */
export function inventoryInputOf(
  project: Project,
  settings: InventorySettings | undefined,
  objects: InventoryInput['objects'],
  calculations: readonly StoredCalculation[],
): InventoryInput {
  const { version = null, gwp_set = 'ar4', assigned = [], acknowledgements = [], scenarios = [] } = settings ?? {};
  const named = new Set(assigned.map(({ object }) => object));
  return {
    ...{ project, version, gwp_set, assigned, acknowledgements, scenarios },
    calculations: calculations.map((one) => ({ ...one, isCopy: one.origin !== undefined && one.version === 1 })),
    objects: objects.filter(({ id }) => named.has(id)),
  };
}

/**
 * As `readInventoryInput`, with the forecasts of the project and, so that findings can compare, other years of the company whose
 * inventories name an object of this one: of each year the newest project, the nearest years first.
 */
export async function readComparedInput(
  db: Database,
  tenant: Tenant,
  project: Project,
  now: Date,
): Promise<InventoryInput> {
  const whole = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  const [own, predicted] = await Promise.all([
    readInventoryInput(db, tenant, project),
    Promise.all(FORECAST_TYPES.map((type) => listCalculations(db, tenant, type, project.id, whole))),
  ]);
  const forecasts = predicted
    .flatMap(({ objects }) => objects)
    .map(({ id, type, name, table }) => {
      return { id, type, name, isDemonstration: isDemonstration(table?.model?.id ?? '') };
    });
  const input = { ...own, forecasts, today: now.toISOString().slice(0, 10) };
  if (input.assigned.length === 0) return input;
  const year = yearOf(project);
  const years: InventoryInput[] = [];
  for (const other of await comparedProjects(db, tenant, project, input)) {
    years.push(await readInventoryInput(db, tenant, other));
  }
  const previous = years.find((one) => yearOf(one.project) === year - 1);
  return { ...input, ...(previous && { previous }), others: years.filter((one) => one !== previous) };
}

/** Types that a model computes. */
const FORECAST_TYPES = TABLE_TYPES.filter((type) => definitionOf(type).table?.modelInput !== undefined);

async function comparedProjects(
  db: Database,
  tenant: Tenant,
  project: Project,
  { assigned }: InventoryInput,
): Promise<Project[]> {
  const objects = new Set(assigned.map(({ object }) => object));
  const settings = await allInventorySettings(db, tenant);
  const sharing = new Set(
    settings.filter((one) => one.assigned.some(({ object }) => objects.has(object))).map(({ id }) => id),
  );
  const listed = await listProjects(db, tenant, { deleted: false, limit: MOST_COMPARED, offset: 0 });
  const year = yearOf(project);
  const newest = new Map<number, Project>();
  for (const other of listed.objects) {
    if (sharing.has(other.id) && yearOf(other) !== year && !newest.has(yearOf(other))) newest.set(yearOf(other), other);
  }
  const distance = (other: Project) => Math.abs(yearOf(other) - year);
  return [...newest.values()].sort((one, other) => distance(one) - distance(other)).slice(0, MOST_YEARS);
}

function yearOf({ start_date }: Pick<Project, 'start_date'>): number {
  return Number(start_date.slice(0, 4));
}
