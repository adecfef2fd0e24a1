import { allOf, anyOf, IS_STORED } from '../store/condition.ts';
import type { Database, Key } from '../store/database.ts';

/** Consecutive failures that a round allows. The first round is twice as long as later ones. */
const ROUND = 20;
const LATER_ROUNDS = 10;

/** Lock after a round, ms: doubled by each round up to a maximum. */
const FIRST_MS = 30 * 60_000;
const LONGEST_MS = 8 * 60 * 60_000;

/** Failures expire this long after the last one, seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Attempts of a conditional write that meets other writes. */
const TRIES = 4;

interface StoredRound {
  readonly round?: number;
  readonly failures: number;
  /** Time of the last counted failure, ms. */
  readonly last_at: number;
}

/**
 * Counts an attempt as a failure before any check; `forgiveFailures` takes a success back. Each
 * count is one conditional write, so parallel guesses do not pass. From the second day on an
 * attacker gets at most 30 attempts a day, so a code of four digits withstands more than a year.
 * Returns the seconds to wait if the round is used up.
 */
export async function countFailure(db: Database, key: Key, now: Date): Promise<number | undefined> {
  const last_at = now.getTime();
  const expires_at = Math.floor(last_at / 1000) + KEPT_SECONDS;
  const isOpen = anyOf(allOf(['failures', 'missing']), allOf(['failures', '<', ROUND]));
  for (let tries = 0; tries < TRIES; tries++) {
    if (await db.update(key, { add: { failures: 1 }, set: { last_at, expires_at } }, isOpen)) return undefined;
    const used = (await db.get(key)) as StoredRound | undefined;
    // The failures were cleared meanwhile.
    if (!used || !(used.failures >= ROUND)) continue;
    const { round = 0 } = used;
    const wait = used.last_at + lockOf(round) - last_at;
    if (wait > 0) return Math.ceil(wait / 1000);
    const next = { round: round + 1, failures: ROUND - LATER_ROUNDS + 1, last_at, expires_at };
    const isUnchanged = allOf(['last_at', '=', used.last_at], ['failures', '=', used.failures]);
    if (await db.update(key, { set: next }, isUnchanged)) return undefined;
  }
  return 1;
}

/**
 * Clears the failures after a successful sign-in. The item itself expires: the API may not delete
 * items.
 */
export async function forgiveFailures(db: Database, key: Key): Promise<void> {
  await db.update(key, { remove: ['round', 'failures', 'last_at'] }, IS_STORED);
}

function lockOf(round: number): number {
  return Math.min(FIRST_MS * 2 ** round, LONGEST_MS);
}
