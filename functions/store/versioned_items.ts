import { v7 } from 'uuid';
import type { Versioned } from '#core/contract/versioned.ts';
import { allOf, IS_NEW } from './condition.ts';
import type { Database, Item, NewItem } from './database.ts';
import type { Tenant } from './tenant.ts';
import type { StoredUser } from './users.ts';

/** Where the objects of a kind lie: their sort key and their place in a list (all but state and id). */
export interface KeySpace {
  readonly prefix: string;
  readonly list: string;
}

/** The part of a list that is asked for: active or deleted objects, `limit` of them from `offset`, or from behind the object `after`. */
export interface ListWindow {
  readonly deleted: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly after?: string;
}

/** Another write came first: `current` is what stands now. */
export interface VersionConflict<T> {
  readonly conflict: T;
}

/** A version as it is stored. */
export interface StoredVersion extends Versioned {
  /** Names the write that made this version, so that a repeat of it is known as such however late it comes. Never leaves the server. */
  readonly write_id: string;
}

/** Who makes or changes an object. */
export type Editor = Pick<StoredUser, 'id' | 'first_name' | 'last_name'>;

/** A new object's common fields. Whoever makes it again by the same `id` makes the same object. */
export function newVersioned(user: Editor, now: Date, id: string = v7()): StoredVersion {
  const at = now.toISOString();
  const signed = signature(user);
  const flags = { is_active: true, is_deleted: false };
  return {
    id,
    user: user.id,
    author: signed.editor,
    ...signed,
    created_at: at,
    updated_at: at,
    ...flags,
    version: 1,
    write_id: id,
  };
}

/** What the version after `current` has of its own. */
export function nextVersion(current: Versioned, editor: Editor, now: Date, write_id: string = v7()) {
  return { ...signature(editor), updated_at: now.toISOString(), version: current.version + 1, write_id };
}

/** What a version keeps of who made it: the id, and the name as it was then. */
export function signature({ id, first_name, last_name }: Editor): Pick<Versioned, 'editor' | 'changed_by'> {
  return { editor: `${last_name} ${first_name}`.trim(), changed_by: id };
}

/** Stores a new object, unless one with its id is there: a repeat, at any time, changes nothing. Answers what was stored first. */
export async function create<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  place: KeySpace,
  object: T,
): Promise<T> {
  if (await db.put(toItem(tenant, place, object), IS_NEW)) return object;
  const first = await readFirst<T>(db, tenant, place.prefix, object.id);
  if (!first) throw new Error(`The object ${place.prefix}${object.id} has vanished during its creation`);
  return first;
}

/** An object as it was made, or undefined. */
export async function readFirst<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  prefix: string,
  id: string,
): Promise<T | undefined> {
  const current = await read<T>(db, tenant, prefix, id);
  return current && current.version > 1 ? readRevision<T>(db, tenant, prefix + id, 1) : current;
}

/** One earlier version of the object with the sort key `sk`, or undefined. */
export async function readRevision<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  sk: string,
  version: number,
): Promise<T | undefined> {
  const item = await db.get(revisionKey(tenant, sk, version));
  return item && fromItem<T>(item);
}

/** Every state that an object has had, oldest first, and the one that it has. */
export async function readStates<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  prefix: string,
  id: string,
): Promise<T[]> {
  const revisions = await db.range(tenant.revisions(prefix + id));
  const states = new Map(revisions.map((item) => [item.version as number, fromItem<T>(item)]));
  const current = await read<T>(db, tenant, prefix, id);
  if (current) states.set(current.version, current);
  return [...states.values()];
}

/** Reads an object of the tenant, or undefined. */
export async function read<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  prefix: string,
  id: string,
): Promise<T | undefined> {
  const item = await db.get({ pk: tenant.partition, sk: prefix + id });
  return item && fromItem<T>(item);
}

/**
 * Replaces `current` by `next` (see `nextVersion`), if nobody has changed it meanwhile. The overwritten state is kept as a revision
 * first: named by its version it is true whether or not the replacement succeeds. Answers `next` as the first of its repeats stored it.
 */
export async function replace<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  place: KeySpace,
  current: T,
  next: T,
): Promise<T | VersionConflict<T>> {
  if (next.write_id === current.write_id) throw new TypeError('A new version wants a write_id of its own');
  const sk = place.prefix + current.id;
  const overwritten: NewItem = { ...(current as StoredVersion), ...revisionKey(tenant, sk, current.version) };
  await db.put(overwritten);
  const written = await db.put(toItem(tenant, place, next), allOf(['version', '=', current.version]));
  if (written) return next;
  const stored = await read<T>(db, tenant, place.prefix, current.id);
  if (!stored) throw new Error(`The object ${sk} has vanished during a change`);
  // The SDK repeats a write whose answer was lost; the repeat fails its own condition although the write is there, or has been
  // overwritten since.
  const version = stored.version > next.version ? await readRevision<T>(db, tenant, sk, next.version) : stored;
  return version?.write_id === next.write_id ? version : { conflict: stored };
}

/** One window of a list, newest first, the number of objects in the whole list and, if more follow, the last id of the window. */
export async function list<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  place: KeySpace,
  { deleted, limit, offset, after }: ListWindow,
): Promise<{ count: number; objects: T[]; last?: string }> {
  const prefix = place.list + stateOf(deleted);
  const options = { limit, offset, ...(after !== undefined && { after: prefix + after }) };
  const { count, items, more } = await db.window(tenant.partition, prefix, options);
  const objects = items.map((item) => fromItem<T>(item));
  const last = more ? objects.at(-1)?.id : undefined;
  return { count, objects, ...(last !== undefined && { last }) };
}

/** Where a version of the object with the sort key `sk` is kept once it is overwritten. */
export function revisionKey(tenant: Tenant, sk: string, version: number) {
  return { pk: tenant.revisions(sk), sk: `V#${String(version).padStart(9, '0')}` };
}

/** Letter of a state in a list key, with its separator. */
export function stateOf(deleted: boolean): string {
  return deleted ? 'D#' : 'A#';
}

function toItem(tenant: Tenant, place: KeySpace, object: StoredVersion): NewItem {
  return {
    ...object,
    pk: tenant.partition,
    sk: place.prefix + object.id,
    list: place.list + stateOf(object.is_deleted) + object.id,
  };
}

/** An object without its place in the table. A loop: to take the rest of an object was a ninth of a list's own time. */
export function fromItem<T>(item: Item): T {
  const object: Record<string, unknown> = {};
  for (const name in item) if (name !== 'pk' && name !== 'sk' && name !== 'list') object[name] = item[name];
  return object as T;
}
