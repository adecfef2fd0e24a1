import { isDeepStrictEqual } from 'node:util';
import type { FieldChange, VersionEntry } from '#core/contract/history.ts';
import type { Versioned } from '#core/contract/versioned.ts';

/** Fields that differ in every version or in none: they are no changes. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...['id', 'user', 'author', 'editor', 'changed_by', 'created_at', 'updated_at', 'is_active', 'version'],
  ...['company', 'project', 'status'],
  // Lengthy, and a consequence of what is listed; their totals are compared.
  ...['warnings', 'problems'],
]);

/** Versions, newest first, each with its changes against the next of the list. */
export function versionEntries<T extends Versioned>(
  versions: readonly T[],
  fields: (version: T) => Readonly<Record<string, unknown>>,
  current: number,
): VersionEntry[] {
  return versions.map((one, index) => {
    const before = versions[index + 1];
    const { version, editor, changed_by, updated_at, is_deleted } = one;
    const changes = before ? changesOf(fields(before), fields(one)) : [];
    return { version, editor, changed_by, updated_at, is_deleted, is_current: version === current, changes };
  });
}

function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((field) => !BOOKKEEPING.has(field) && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, old: before[field] ?? null, new: after[field] ?? null }));
}
