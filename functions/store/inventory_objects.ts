import type { InventoryObject } from '#core/contract/inventory_object.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';
import { create, type KeySpace, type ListWindow, list, read, replace, type StoredVersion } from './versioned_items.ts';

/** An object of the inventory as it is stored. */
export interface StoredInventoryObject extends InventoryObject, StoredVersion {}

/** Most objects of a company: the response of an inventory includes all of them. */
export const MOST_OBJECTS = 1000;

const PLACE: KeySpace = { prefix: 'O#', list: 'O#' };

/** The company's objects: mines, pits, plants, boiler houses. */
export const inventoryObjects = {
  insert: (db: Database, tenant: Tenant, object: StoredInventoryObject) => create(db, tenant, PLACE, object),
  read: (db: Database, tenant: Tenant, id: string) => read<StoredInventoryObject>(db, tenant, PLACE.prefix, id),
  /** Replaces an object unless another write was first (see `replace`). */
  replace: (db: Database, tenant: Tenant, current: StoredInventoryObject, next: StoredInventoryObject) =>
    replace(db, tenant, PLACE, current, next),
  /** One window of the objects, newest first. */
  list: (db: Database, tenant: Tenant, window: ListWindow) => list<StoredInventoryObject>(db, tenant, PLACE, window),
  /** Every object, active and archived. */
  all: async (db: Database, tenant: Tenant): Promise<StoredInventoryObject[]> => {
    const whole = { limit: Number.POSITIVE_INFINITY, offset: 0 };
    const lists = [false, true].map((deleted) => inventoryObjects.list(db, tenant, { ...whole, deleted }));
    return (await Promise.all(lists)).flatMap(({ objects }) => objects);
  },
  /** Sort key of an object and of its history. */
  key: (id: string) => PLACE.prefix + id,
} as const;
