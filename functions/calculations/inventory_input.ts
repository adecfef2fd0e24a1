import { FIELDS_TYPES } from '#core/calculations/index.ts';
import type { Project } from '#core/contract/project.ts';
import type { InventoryInput } from '#core/inventory/inventory_input.ts';
import { listCalculations, type StoredCalculation } from '../store/calculations.ts';
import type { Database } from '../store/database.ts';
import { inventoryObjects } from '../store/inventory_objects.ts';
import { type InventorySettings, readInventorySettings } from '../store/inventory_settings.ts';
import { listProjects } from '../store/projects.ts';
import type { Tenant } from '../store/tenant.ts';

/** Projects, the newest, among which that of last year is looked for. */
const MOST_COMPARED = 100;

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

/** As `readInventoryInput`, with last year's besides, so that findings can compare: the newest project of that year with objects. */
export async function readComparedInput(db: Database, tenant: Tenant, project: Project): Promise<InventoryInput> {
  const input = await readInventoryInput(db, tenant, project);
  if (input.assigned.length === 0) return input;
  const year = String(Number(project.start_date.slice(0, 4)) - 1);
  const listed = await listProjects(db, tenant, { deleted: false, limit: MOST_COMPARED, offset: 0 });
  for (const other of listed.objects.filter(({ start_date }) => start_date.startsWith(year))) {
    const previous = await readInventoryInput(db, tenant, other);
    if (previous.assigned.length > 0) return { ...input, previous };
  }
  return input;
}
