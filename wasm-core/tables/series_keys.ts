import { FIRST_YEAR } from './limits.ts';

// The sort key of a row of series is one exact f64: object · year · row of the file, 15 + 9 + 20
// bits.
// Without the row it is a moment, that is a year of an object.
const ROW_STEP = 2 ** 20;
const OBJECT_STEP = 2 ** 9;

/** Keys of the rows that have an object and a year, ascending. */
export function sortedKeys(objects: Float64Array | undefined, years: Float64Array | undefined): Float64Array {
  const count = objects?.length ?? 0;
  const keys = Float64Array.from({ length: count }, (_, row) => {
    const moment = (objects?.[row] ?? Number.NaN) * OBJECT_STEP + ((years?.[row] ?? Number.NaN) - FIRST_YEAR);
    return moment * ROW_STEP + row;
  }).filter((key) => !Number.isNaN(key));
  return keys.sort();
}

export function momentOf(key: number): number {
  return Math.floor(key / ROW_STEP);
}

/** Index of the row in the raw table. */
export function rowOf(key: number): number {
  return key % ROW_STEP;
}

/** Index of the object's name. */
export function objectOf(moment: number): number {
  return Math.floor(moment / OBJECT_STEP);
}

export function yearOf(moment: number): number {
  return (moment % OBJECT_STEP) + FIRST_YEAR;
}
