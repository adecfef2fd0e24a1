import type { InventoryObject, InventoryObjectFields } from '#core/contract/inventory_object.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import { type ListQuery, listPath, type Signal } from './calls.ts';
import { requestBody } from './client.ts';

export const getObjects = (query: ListQuery, signal: Signal) =>
  requestBody<Page<InventoryObject>>({ path: listPath(paths.objects, {}, query), signal });

export const getObject = (id: string, signal: Signal) =>
  requestBody<InventoryObject>({ path: paths.object(id), signal });

export const createObject = (fields: InventoryObjectFields) =>
  requestBody<InventoryObject>({ method: 'POST', path: paths.objects, body: fields });

/** Sends the whole object; `version` tells the server which state was changed. */
export const changeObject = (object: InventoryObject) =>
  requestBody<InventoryObject>({ method: 'PATCH', path: paths.object(object.id), body: object });
