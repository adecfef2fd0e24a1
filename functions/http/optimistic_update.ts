import { isDeepStrictEqual } from 'node:util';
import type { Versioned } from '#core/contract/versioned.ts';
import { badRequest, conflict, Refusal } from '../errors.ts';
import { type Editor, nextVersion, type StoredVersion, type VersionConflict } from '../store/versioned_items.ts';
import type { IdempotentRequest } from './app_context.ts';
import type { JsonObject } from './request.ts';

/** Tries of a change without a version that meets other changes; each starts from the latest state. */
const TRIES = 8;

/** Whether an object is active or archived. */
export type ArchiveFlags = Pick<Versioned, 'is_active' | 'is_deleted'>;

/** What a change does with an object: reads it, makes the next state, writes it, shows it. */
export interface OptimisticUpdate<T extends StoredVersion> {
  /** Reads the object or refuses with 404. */
  readonly read: () => Promise<T>;
  /** Its earlier versions, newest first. */
  readonly revisions: () => AsyncIterable<T>;
  /** The next object except flags and version; `current` itself where nothing changes. */
  readonly next: (current: T, flags: ArchiveFlags) => Promise<T>;
  readonly replace: (current: T, next: T) => Promise<T | VersionConflict<T>>;
  readonly show: (object: T) => unknown | Promise<unknown>;
}

/**
 * Changes an object by a whole-object PATCH. A body with an outdated `version` is refused with 409
 * and the current object. A body without one applies to the latest state, which is kept as a
 * revision. A retry with the same idempotency key returns the revision of the first request. A
 * change whose next state is `current` itself, with the same flags, makes no revision.
 */
export async function updateWithOptimisticLock<T extends StoredVersion>(
  body: JsonObject,
  editor: Editor,
  now: Date,
  write: IdempotentRequest,
  change: OptimisticUpdate<T>,
): Promise<T> {
  const expected = versionOf(body);
  for (let tries = 0; tries < TRIES; tries++) {
    const current = await change.read();
    if (expected !== current.version) {
      const ownVersion = await madeBefore(write, current, change);
      if (ownVersion) return ownVersion;
      if (expected !== undefined) throw conflict(await change.show(current));
    }
    const state = stateAfter(body, current);
    if (current.is_deleted && state.is_deleted) throw archived();
    const changed = await change.next(current, state);
    if (changed === current && state.is_deleted === current.is_deleted) return current;
    const next = { ...changed, ...state, ...nextVersion(current, editor, now, write.id) };
    const outcome = await change.replace(current, next);
    if (!('conflict' in outcome)) return outcome;
  }
  throw conflict(await change.show(await change.read()));
}

/** Clocks of the processes of one product differ by less, ms. */
const CLOCKS_MS = 10 * 60_000;

/** The version that this request made when it was sent before; versions older than that are not read. */
async function madeBefore<T extends StoredVersion>(
  { id, firstSentAt }: IdempotentRequest,
  current: T,
  { revisions }: OptimisticUpdate<T>,
): Promise<T | undefined> {
  if (firstSentAt === undefined) return undefined;
  if (current.write_id === id) return current;
  for await (const revision of revisions()) {
    if (revision.write_id === id) return revision;
    if (Date.parse(revision.updated_at) < firstSentAt - CLOCKS_MS) return undefined;
  }
  return undefined;
}

/** What a version has of its own, however like another it is. */
const OWN_FIELDS = ['version', 'write_id', 'updated_at', 'editor', 'changed_by', 'is_active', 'is_deleted'] as const;

/** `next`, or `current` itself where both hold the same. */
export function unlessSame<T extends StoredVersion>(current: T, next: T): T {
  return isDeepStrictEqual(contentOf(current), contentOf(next)) ? current : next;
}

/** A state as it is stored, without what each version has of its own. */
function contentOf(state: StoredVersion): unknown {
  const own: readonly string[] = OWN_FIELDS;
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(state).filter(([name]) => !own.includes(name)))));
}

function archived(): Refusal {
  const detail = 'Запись в архиве. Сначала восстановите её, потом изменяйте.';
  return new Refusal(409, { detail, code: 'archived' });
}

/** The version that a body echoes in the field `name`, if it does. */
export function versionOf(body: JsonObject, name = 'version'): number | undefined {
  const version = body[name];
  if (version === undefined || version === null) return undefined;
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) return version;
  throw badRequest(`Поле ${name} — целое число из ответа сервера. Передайте его без изменений.`, [
    { field: name, message: 'Целое число из ответа сервера.' },
  ]);
}

/** Active or archived: the two flags of the body must agree. */
function stateAfter(body: JsonObject, current: Versioned): ArchiveFlags {
  const deleted = flagOf(body, 'is_deleted');
  const active = flagOf(body, 'is_active');
  if (deleted !== undefined && deleted === active) {
    const message = 'Запись либо действует (is_active), либо в архиве (is_deleted).';
    throw badRequest(message, [{ field: 'is_deleted', message }]);
  }
  const is_deleted = deleted ?? (active === undefined ? current.is_deleted : !active);
  return { is_deleted, is_active: !is_deleted };
}

function flagOf(body: JsonObject, field: 'is_active' | 'is_deleted'): boolean | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const message = `Поле ${field} принимает true или false.`;
  throw badRequest(message, [{ field, message }]);
}
