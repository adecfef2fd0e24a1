import type { CalculationType } from '#core/calculations/index.ts';
import type { AssignedRole, Assignment, Placement } from '#core/contract/inventory_settings.ts';
import { assign, rolesOf } from '#core/inventory/roles.ts';
import { partsOf } from '#core/inventory/statements.ts';
import { faultyFields } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { inventoryObjects } from '../store/inventory_objects.ts';
import { readInventorySettings } from '../store/inventory_settings.ts';
import { calculationKeys } from '../store/project_calculations.ts';
import type { Tenant } from '../store/tenant.ts';

/** Where a calculation stands, as its answer says it; nothing of one that belongs to no object. */
export interface PlacementView {
  readonly object?: string;
  readonly part?: Assignment['part'];
  /** Absent while the calculation is in the archive. */
  readonly role?: AssignedRole;
  /** Version of the assignments that say so. */
  readonly placement_version?: number;
}

/** A calculation and where it shall stand. */
export type NamedPlacement = Placement & { readonly calculation: string };

/** A calculation that is about to be stored. */
export interface ComingCalculation {
  readonly id: string;
  readonly type: CalculationType;
}

/** How the calculations of a project say where they stand. A project without objects costs one read. */
export async function placementsOf(
  db: Database,
  tenant: Tenant,
  project: string,
): Promise<(calculation: string) => PlacementView> {
  const { assigned = [], version = 0 } = (await readInventorySettings(db, tenant, project)) ?? {};
  if (assigned.length === 0) return () => ({});
  const keys = await calculationKeys(db, tenant, project);
  const roles = rolesOf(assigned, (id) => keys.get(id)?.isActive === true);
  const views = new Map(
    assigned.map(({ calculation, object, part }) => {
      const role = roles.get(calculation);
      return [calculation, { object, part, ...(role && { role }), placement_version: version }] as const;
    }),
  );
  return (calculation) => views.get(calculation) ?? {};
}

/**
 * Assignments after `changes`, or a refusal with every fault. Objects and calculations are looked up among the tenant's own;
 * `coming`: calculations that count as stored already.
 */
export async function reassign(
  db: Database,
  tenant: Tenant,
  project: string,
  assigned: readonly Assignment[],
  changes: readonly NamedPlacement[],
  coming: readonly ComingCalculation[] = [],
): Promise<readonly Assignment[]> {
  const keys = await calculationKeys(db, tenant, project);
  for (const { id, type } of coming) keys.set(id, { type, isActive: true });
  const errors = changes.flatMap(({ calculation }, index) => {
    const message = 'Расчёт не найден в этом проекте. Обновите список расчётов.';
    return keys.has(calculation) ? [] : [{ field: `assign.${index}.calculation`, message }];
  });
  if (errors.length > 0) throw faultyFields(errors);
  const stated = changes.map((change) => {
    const type = keys.get(change.calculation)?.type;
    return { ...change, parts: type ? partsOf(type) : [] };
  });
  const hasObject = await ownObjects(db, tenant, changes);
  const outcome = assign(assigned, stated, hasObject, (id) => keys.get(id)?.isActive === true);
  if (!outcome.ok) throw faultyFields(outcome.errors);
  return outcome.assigned;
}

/** Whether the company has an active object; objects that no change names stand already. */
async function ownObjects(db: Database, tenant: Tenant, changes: readonly Placement[]) {
  const named = [...new Set(changes.flatMap(({ object }) => object ?? []))];
  const objects = await Promise.all(named.map((id) => inventoryObjects.read(db, tenant, id)));
  const own = new Set(objects.flatMap((object) => (object && !object.is_deleted ? [object.id] : [])));
  return (id: string) => !named.includes(id) || own.has(id);
}
