import { seriesStarts } from './table.ts';

/** Rows between two reports of progress. */
const REPORTED_ROWS = 65_536;

/** Objects that are named one by one; of the others one more sentence says how many there are. */
const NAMED_OBJECTS = 99;

/**
 * Visits the objects of a table of series one by one: the number of the object's text, its first
 * row, its rows.
 */
export async function eachObject(
  object: Float64Array,
  onProgress: ((share: number) => Promise<void> | void) | undefined,
  visit: (text: number, first: number, count: number) => void,
): Promise<void> {
  const starts = seriesStarts(object);
  let reported = 0;
  for (let index = 0; index + 1 < starts.length; index++) {
    const [first = 0, end = 0] = [starts[index], starts[index + 1]];
    visit(object[first] ?? Number.NaN, first, end - first);
    if (end - reported < REPORTED_ROWS) continue;
    reported = end;
    await onProgress?.(end / object.length);
  }
}

/**
 * The first of many sentences about objects, and how many more there are: what is stored stays
 * short.
 */
export function firstOf<T>(all: readonly T[], more: (count: number) => T): T[] {
  return all.length <= NAMED_OBJECTS ? [...all] : [...all.slice(0, NAMED_OBJECTS), more(all.length - NAMED_OBJECTS)];
}

/** A text of the table for a sentence: in quotation marks, cut where it is long. */
export function named(texts: readonly string[] | undefined, index: number): string {
  const text = texts?.[index] ?? '';
  return `«${text.length > 60 ? `${text.slice(0, 60)}…` : text}»`;
}
