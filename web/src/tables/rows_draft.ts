import { keepDraft, keptDraft } from '../browser/drafts.ts';
import type { GridRow } from '../grid/rows.ts';

/**
 * Writes typed rows beside the draft of their form, so that they outlive a reload. False: there are
 * too many of them.
 */
export function keepRows(draftKey: string, rows: readonly GridRow[] | null): boolean {
  // Most rows are as they came: then one copy of their cells is kept.
  const kept = rows?.map(({ id, cells, given }) => ({ id, cells, given: given === cells || (given ?? false) }));
  return keepDraft(`${draftKey}:rows`, kept ?? null);
}

/** The rows that were kept; null: none, or not of a grid of so many columns. */
export function keptRows(draftKey: string, width: number): GridRow[] | null {
  const kept = keptDraft(`${draftKey}:rows`);
  if (!Array.isArray(kept) || !kept.every((row) => isKept(row, width))) return null;
  return kept.map(({ given, ...row }, key) => ({
    ...row,
    key,
    ...(given !== false && { given: given === true ? row.cells : given }),
  }));
}

/** `given`: true = the same as the cells, false = none. */
interface KeptRow extends Pick<GridRow, 'id' | 'cells'> {
  readonly given: boolean | readonly string[];
}

function isKept(row: unknown, width: number): row is KeptRow {
  const { id, cells, given } = (row ?? {}) as Partial<KeptRow>;
  return (
    isTexts(cells, width) &&
    (typeof given === 'boolean' || isTexts(given, width)) &&
    (id === undefined || Number.isInteger(id))
  );
}

function isTexts(value: unknown, width: number): boolean {
  return Array.isArray(value) && value.length === width && value.every((text) => typeof text === 'string');
}
