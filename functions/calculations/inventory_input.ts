import { FIELDS_TYPES } from '#core/calculations/index.ts';
import type { Project } from '#core/contract/project.ts';
import type { InventoryInput } from '#core/inventory/inventory_input.ts';
import { listCalculations, type StoredCalculation } from '../store/calculations.ts';
import type { Database } from '../store/database.ts';
import { inventoryObjects } from '../store/inventory_objects.ts';
import { type InventorySettings, readInventorySettings } from '../store/inventory_settings.ts';
import type { Tenant } from '../store/tenant.ts';

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
  const { version = null, gwp_set = 'ar4', assigned = [], acknowledgements = [] } = settings ?? {};
  const named = new Set(assigned.map(({ object }) => object));
  return {
    ...{ project, version, gwp_set, assigned, acknowledgements, calculations },
    objects: objects.filter(({ id }) => named.has(id)),
  };
}
