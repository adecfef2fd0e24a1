import { allOf, anyOf } from './condition.ts';
import type { Database } from './database.ts';

const WINDOW_MS = 15 * 60_000;

/** Key of a counter: one item per window of 15 minutes. */
export interface WindowPlace {
  readonly pk: string;
  /** Prefix of the sort keys. */
  readonly prefix: string;
}

/**
 * Increments the count of the current window if it is below `limit`; returns whether it was. One
 * atomic write, so parallel calls do not pass the limit.
 */
export async function countWithin(db: Database, place: WindowPlace, limit: number, now: Date): Promise<boolean> {
  const free = anyOf(allOf(['attempts', 'missing']), allOf(['attempts', '<', limit]));
  return (await db.update(keyOf(place, now), changesBy(1, now), free)) !== undefined;
}

/** Decrements the count of the current window. */
export async function uncount(db: Database, place: WindowPlace, now: Date): Promise<void> {
  await db.update(keyOf(place, now), changesBy(-1, now));
}

/** Seconds until the next window begins. */
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
