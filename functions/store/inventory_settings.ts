import type { GwpSet } from '#core/contract/gwp_sets.ts';
import type { Acknowledgement, Assignment, Scenario } from '#core/contract/inventory_settings.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';
import {
  create,
  type Editor,
  list,
  newVersioned,
  read,
  replace,
  type StoredVersion,
  type VersionConflict,
} from './versioned_items.ts';

/**
 * What people decide about the inventory of a project: one item, changed by one conditional write, so of two requests that name a main
 * method at the same time one comes after the other. `id` is the project's. Version 0: nothing has been stored yet.
 */
export interface InventorySettings extends StoredVersion {
  readonly gwp_set: GwpSet;
  readonly assigned: readonly Assignment[];
  readonly acknowledgements: readonly Acknowledgement[];
  readonly scenarios?: readonly Scenario[];
}

const PLACE = { prefix: 'Q#', list: 'Q#' };

/** The stored settings, or undefined. */
export function readInventorySettings(
  db: Database,
  tenant: Tenant,
  project: string,
): Promise<InventorySettings | undefined> {
  return read<InventorySettings>(db, tenant, PLACE.prefix, project);
}

/** The stored settings of every project of the company. */
export async function allInventorySettings(db: Database, tenant: Tenant): Promise<InventorySettings[]> {
  const whole = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  return (await list<InventorySettings>(db, tenant, PLACE, whole)).objects;
}

/** Settings of a project that has none yet: version 0, never stored. */
export function emptyInventorySettings(project: string, user: Editor, now: Date): InventorySettings {
  return {
    ...newVersioned(user, now, project),
    ...{ version: 0, gwp_set: 'ar4', assigned: [], acknowledgements: [] },
  };
}

/** Stores `next` unless somebody else was first: the first version if there is none, otherwise the one after `current`. */
export async function replaceInventorySettings(
  db: Database,
  tenant: Tenant,
  current: InventorySettings,
  next: InventorySettings,
): Promise<InventorySettings | VersionConflict<InventorySettings>> {
  if (current.version > 0) return replace(db, tenant, PLACE, current, next);
  const first = await create(db, tenant, PLACE, next);
  return first.write_id === next.write_id ? first : { conflict: first };
}

/** Sort key of a project's settings: their history is kept under it. */
export function inventorySettingsKey(project: string): string {
  return PLACE.prefix + project;
}
