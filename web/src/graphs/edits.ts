import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { emissionOf } from '#core/calculations/totals.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { VersionEntry } from '#core/contract/history.ts';

/** One edit of a calculation and what it did to the sum of the project. */
export interface Edit {
  readonly type: CalculationType;
  readonly calculation: Calculation;
  readonly entry: VersionEntry;
  /** «создан», «в архив», «изменено: объём». */
  readonly what: string;
  /**
   * What the calculation gave to the sum before and after, t CO2-eq: 0 in the archive; undefined
   * for a type without emissions.
   */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * The edits of a calculation, newest first. Histories hold differences: results are walked back
 * from what the calculation is
 * now. `versions`: the newest page of its history.
 */
export function editsOf(type: CalculationType, calculation: Calculation, versions: readonly VersionEntry[]): Edit[] {
  const { total } = definitionOf(type);
  let stored: unknown = total === undefined ? undefined : calculation[total];
  return versions.map((entry) => {
    const archived = changeOf(entry, 'is_deleted');
    const given = (isDeleted: boolean, value: unknown) =>
      total === undefined ? undefined : isDeleted ? 0 : emissionOf(type, { [total]: value });
    const after = given(entry.is_deleted, stored);
    const result = total === undefined ? undefined : changeOf(entry, total);
    if (result) stored = result.old;
    const wasDeleted = archived ? archived.old === true : entry.is_deleted;
    const before = entry.version === 1 ? given(true, undefined) : given(wasDeleted, stored);
    return { type, calculation, entry, what: whatOf(type, entry), before, after };
  });
}

function changeOf({ changes }: VersionEntry, field: string) {
  return changes.find((change) => change.field === field);
}

function whatOf(type: CalculationType, entry: VersionEntry): string {
  if (entry.version === 1) return 'создан';
  const archived = changeOf(entry, 'is_deleted');
  if (archived) return entry.is_deleted ? 'в архив' : 'из архива';
  const { inputs } = definitionOf(type);
  const labels = {
    name: 'название',
    ...Object.fromEntries(Object.entries(inputs).map(([name, { label }]) => [name, label])),
    rows_sha256: 'строки таблицы',
  };
  const changed = Object.entries(labels).flatMap(([field, label]) => (changeOf(entry, field) ? [label] : []));
  if (changed.length > 0) return `изменено: ${changed.join('; ')}`;
  return entry.changes.length > 0 ? 'вычислен заново' : 'сохранён без изменений';
}
