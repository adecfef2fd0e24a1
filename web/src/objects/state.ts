import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import type { InventoryObject, InventoryObjectFields } from '#core/contract/inventory_object.ts';
import { changeObject, createObject, getObject, getObjects } from '../api/object_calls.ts';
import { recordAtom, reloadAtom } from '../records/record_atoms.ts';

export const OBJECTS_PER_PAGE = 10;

/** One page of the company's objects. */
export function objectsAtom(page: number, archived: boolean) {
  const query = { archived, limit: OBJECTS_PER_PAGE, offset: (page - 1) * OBJECTS_PER_PAGE };
  return atomWithQuery(() => ({
    queryKey: ['objects', query],
    queryFn: ({ signal }) => getObjects(query, signal),
  }));
}

/** One object, read anew whenever a dialog opens with it. */
export const objectAtom = (id: string) => recordAtom('object', id, getObject);

/** Reads every list of objects again. */
export const reloadObjectsAtom = reloadAtom('objects');

interface ObjectToSave {
  /** The object that is being changed; without one a new object is created. */
  readonly object: InventoryObject | undefined;
  readonly fields: InventoryObjectFields;
}

/** Creates or changes an object and reloads the lists. */
export const saveObjectAtom = atom(null, async (_get, set, { object, fields }: ObjectToSave) => {
  if (object) await changeObject({ ...object, ...fields });
  else await createObject(fields);
  await set(reloadObjectsAtom);
});
