import { seriesStarts } from './table.ts';

/** Rows between two progress reports. */
const REPORTED_ROWS = 65_536;

/** Objects that messages name one by one; one more sentence counts the others. */
const NAMED_OBJECTS = 99;

/**
 * Calls `visit` for each object of a table of series: index of its name, first row, count of rows.
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
 * The first NAMED_OBJECTS of `all` and, if there are others, their count: the stored list stays
 * short.
 */
export function firstOf<T>(all: readonly T[], more: (count: number) => T): T[] {
  return all.length <= NAMED_OBJECTS ? [...all] : [...all.slice(0, NAMED_OBJECTS), more(all.length - NAMED_OBJECTS)];
}

/** A name from the table for a sentence: in quotation marks, truncated if it is long. */
export function quotedObject(texts: readonly string[] | undefined, index: number): string {
  const text = texts?.[index] ?? '';
  return `«${text.length > 60 ? `${text.slice(0, 60)}…` : text}»`;
}
