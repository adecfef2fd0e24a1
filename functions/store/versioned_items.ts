import { v7 } from 'uuid';
import type { Versioned } from '#core/contract/versioned.ts';
import { allOf, IS_NEW } from './condition.ts';
import type { Database, Item, NewItem } from './database.ts';
import type { Tenant } from './tenant.ts';
import type { StoredUser } from './users.ts';

/** Prefixes of an object kind: of its sort keys and of its list keys. */
export interface KeySpace {
  readonly prefix: string;
  readonly list: string;
}

/**
 * The requested part of a list: active or deleted objects, `limit` of them from `offset` or after
 * the object `after`.
 */
export interface ListWindow {
  readonly deleted: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly after?: string;
}

/** Another write came first; `current` is the stored version. */
export interface VersionConflict<T> {
  readonly conflict: T;
}

/** A stored version. */
export interface StoredVersion extends Versioned {
  /**
   * Id of the write that made this version, which lets a late retry recognise its own write. Never
   * leaves the server.
   */
  readonly write_id: string;
}

/** The author of a change. */
export type Editor = Pick<StoredUser, 'id' | 'first_name' | 'last_name'>;

/** Common fields of a new object. A repeat with the same `id` creates the same object. */
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

/** Common fields of the version after `current`. */
export function nextVersion(current: Versioned, editor: Editor, now: Date, write_id: string = v7()) {
  return { ...signature(editor), updated_at: now.toISOString(), version: current.version + 1, write_id };
}

/** The author of a version: id, and the name at that time. */
export function signature({ id, first_name, last_name }: Editor): Pick<Versioned, 'editor' | 'changed_by'> {
  return { editor: `${last_name} ${first_name}`.trim(), changed_by: id };
}

/**
 * Stores a new object unless its id exists, so a repeat at any time has no effect. Returns the
 * object as first stored.
 */
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

/** The first version of an object, or undefined. */
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

/** Revisions that are read at a time: each may be as large as an item. */
const REVISIONS_AT_ONCE = 10;

/** The earlier versions of the object with the sort key `sk`, newest first, a few at a time. */
export async function* walkRevisions<T extends StoredVersion>(
  db: Database,
  tenant: Tenant,
  sk: string,
): AsyncGenerator<T> {
  let before: string | undefined;
  for (;;) {
    const options = { newestFirst: true, limit: REVISIONS_AT_ONCE, ...(before !== undefined && { before }) };
    const items = await db.range(tenant.revisions(sk), options);
    for (const item of items) yield fromItem<T>(item);
    if (items.length < REVISIONS_AT_ONCE) return;
    before = String(items.at(-1)?.sk);
  }
}

/** All states of an object, oldest first, the current one last. */
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
 * Replaces `current` by `next` (see `nextVersion`) unless it was changed meanwhile. The previous
 * state is first stored as a revision, keyed by its version, so it is correct whether or not the
 * replacement succeeds. Returns `next` as its first write stored it.
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
  // The SDK repeats a write after a lost reply; the repeat fails its condition although the write
  // was stored, or has been overwritten since.
  const version = stored.version > next.version ? await readRevision<T>(db, tenant, sk, next.version) : stored;
  return version?.write_id === next.write_id ? version : { conflict: stored };
}

/**
 * One window of a list, newest first, the count of the whole list and, if more follow, the last id
 * of the window.
 */
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

/** Key of the revision of an overwritten version of the object with the sort key `sk`. */
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

/**
 * An object without its keys. A loop, because rest destructuring took a ninth of the time of a
 * list.
 */
export function fromItem<T>(item: Item): T {
  const object: Record<string, unknown> = {};
  for (const name in item) if (name !== 'pk' && name !== 'sk' && name !== 'list') object[name] = item[name];
  return object as T;
}
