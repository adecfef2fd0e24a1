import { inventoryObjectFieldsSchema } from '#core/contract/inventory_object.ts';
import {
  type InventoryObject,
  inventoryObjectPageSchema,
  inventoryObjectSchema,
} from '#core/contract/inventory_object_schema.ts';
import type { Session } from '../../auth/sessions.ts';
import { notFound } from '../../errors.ts';
import type { Database } from '../../store/database.ts';
import { inventoryObjects, type StoredInventoryObject } from '../../store/inventory_objects.ts';
import { newVersioned, walkRevisions } from '../../store/versioned_items.ts';
import { readBody } from '../body.ts';
import { changeBody } from '../calculation_schema.ts';
import { bodySchema } from '../json_schema.ts';
import { type OptimisticUpdate, unlessSame, updateWithOptimisticLock } from '../optimistic_update.ts';
import { check, checkId, listWindow, pathId, refuseForged, walkedPage } from '../request.ts';
import { PAGING, type SignedInRoute } from '../route.ts';

const BODY = bodySchema(inventoryObjectFieldsSchema);
export const MISSING_OBJECT = 'Объект не найден. Откройте список объектов: возможно, ссылка устарела.';

const common = { access: 'signed-in', slash: true } as const;

/** Mines, pits and other objects of the company. */
export const inventoryObjectRoutes: readonly SignedInRoute[] = [
  {
    ...common,
    method: 'GET',
    path: '/v1/objects',
    id: 'listObjects',
    summary: 'Объекты компании, новые первыми',
    query: PAGING,
    answer: { status: 200, schema: inventoryObjectPageSchema },
    handle: async (c, { db }, { tenant }) => {
      const window = listWindow(c);
      const listed = await inventoryObjects.list(db, tenant, window);
      return c.json(walkedPage(c, window, listed, listed.objects.map(showObject)));
    },
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/objects',
    id: 'createObject',
    summary: 'Новый объект',
    body: BODY,
    answer: { status: 201, schema: inventoryObjectSchema },
    handle: async (c, { db, now }, { tenant, user }, { id }) => {
      const body = await readBody(c);
      refuseForged(body, { company: tenant.company, user: user.id });
      const fields = check(inventoryObjectFieldsSchema, body);
      const object = { ...newVersioned(user, now(), id), ...fields, company: tenant.company };
      return c.json(showObject(await inventoryObjects.insert(db, tenant, object)), 201);
    },
  },
  {
    ...common,
    method: 'GET',
    path: '/v1/objects/{object}',
    id: 'getObject',
    summary: 'Объект',
    answer: { status: 200, schema: inventoryObjectSchema },
    handle: async (c, { db }, session) =>
      c.json(showObject(await ownObject(db, session, pathId(c, 'object', MISSING_OBJECT)))),
  },
  {
    ...common,
    method: 'PATCH',
    path: '/v1/objects/{object}',
    id: 'updateObject',
    summary: 'Изменение, архивация (is_deleted) и восстановление объекта',
    body: changeBody(BODY),
    answer: { status: 200, schema: inventoryObjectSchema },
    handle: async (c, { db, now }, session, write) => {
      const id = pathId(c, 'object', MISSING_OBJECT);
      const body = await readBody(c);
      const changed = await updateWithOptimisticLock<StoredInventoryObject>(body, session.user, now(), write, {
        ...objectUpdate(db, session, id),
        next: async (current) => {
          refuseForged(body, { id, company: current.company, user: current.user });
          return unlessSame(current, { ...current, ...check(inventoryObjectFieldsSchema, { ...current, ...body }) });
        },
      });
      return c.json(showObject(changed));
    },
  },
];

/** How an object is read, replaced and shown in a change. */
export function objectUpdate(
  db: Database,
  session: Session,
  id: string,
): Omit<OptimisticUpdate<StoredInventoryObject>, 'next'> {
  return {
    read: () => ownObject(db, session, id),
    revisions: () => walkRevisions(db, session.tenant, inventoryObjects.key(id)),
    replace: (current, next) => inventoryObjects.replace(db, session.tenant, current, next),
    show: showObject,
  };
}

/** The tenant's object, or 404: another company's does not exist for it. */
async function ownObject(db: Database, { tenant }: Session, id: string): Promise<StoredInventoryObject> {
  const object = await inventoryObjects.read(db, tenant, checkId(id, MISSING_OBJECT));
  if (!object) throw notFound(MISSING_OBJECT);
  return object;
}

/** An object as it travels. */
export function showObject({ write_id: _own, ...object }: StoredInventoryObject): InventoryObject {
  return object;
}
