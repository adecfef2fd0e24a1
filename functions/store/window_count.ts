import { allOf, anyOf } from './condition.ts';
import type { Database } from './database.ts';

const WINDOW_MS = 15 * 60_000;

/** Where the counts of one thing are: an item a window. */
export interface WindowPlace {
  readonly pk: string;
  /** What the sort keys begin with. */
  readonly prefix: string;
}

/**
 * Adds one to the count of the quarter of an hour that runs, if it is below `limit`; answers whether it was. One atomic write, so no number
 * of parallel calls passes the limit.
 */
export async function countWithin(db: Database, place: WindowPlace, limit: number, now: Date): Promise<boolean> {
  const free = anyOf(allOf(['attempts', 'missing']), allOf(['attempts', '<', limit]));
  return (await db.update(keyOf(place, now), changesBy(1, now), free)) !== undefined;
}

/** Takes one back from the count of the quarter of an hour that runs. */
export async function uncount(db: Database, place: WindowPlace, now: Date): Promise<void> {
  await db.update(keyOf(place, now), changesBy(-1, now));
}

/** Seconds until the next quarter of an hour begins. */
export function secondsLeft(now: Date): number {
  return Math.ceil((WINDOW_MS - (now.getTime() % WINDOW_MS)) / 1000);
}

function windowOf(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS);
}

function keyOf({ pk, prefix }: WindowPlace, now: Date) {
  return { pk, sk: `${prefix}${windowOf(now)}` };
}

function changesBy(step: 1 | -1, now: Date) {
  return { add: { attempts: step }, set: { expires_at: ((windowOf(now) + 2) * WINDOW_MS) / 1000 } };
}
