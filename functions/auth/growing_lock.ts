import { allOf, anyOf, IS_STORED } from '../store/condition.ts';
import type { Database, Key } from '../store/database.ts';

/** Failures in a row that a round allows. The first round is twice as long as each that follows. */
const ROUND = 20;
const LATER_ROUNDS = 10;

/** How long a used-up round locks, ms: doubled by each round, up to the longest. */
const FIRST_MS = 30 * 60_000;
const LONGEST_MS = 8 * 60 * 60_000;

/** Failures are forgotten so long after the last one, seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** A caller that another one overtook looks again so often. */
const TRIES = 4;

interface StoredRound {
  readonly round?: number;
  readonly failures: number;
  /** When the last failure was counted, ms. */
  readonly last_at: number;
}

/**
 * Counts an attempt as a failure before anything is checked; `forgiveFailures` takes a success back. Each count is one conditional write,
 * so parallel guesses do not pass. Who guesses without pause gets 30 attempts a day from the second day on, so a code of four digits
 * outlasts a year. Answers the seconds to wait if the round is used up.
 */
export async function countFailure(db: Database, key: Key, now: Date): Promise<number | undefined> {
  const last_at = now.getTime();
  const expires_at = Math.floor(last_at / 1000) + KEPT_SECONDS;
  const isOpen = anyOf(allOf(['failures', 'missing']), allOf(['failures', '<', ROUND]));
  for (let tries = 0; tries < TRIES; tries++) {
    if (await db.update(key, { add: { failures: 1 }, set: { last_at, expires_at } }, isOpen)) return undefined;
    const used = (await db.get(key)) as StoredRound | undefined;
    // Forgiven meanwhile.
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

/** Forgets the failures: somebody has proved who they are. The item itself expires: the API may delete nothing. */
export async function forgiveFailures(db: Database, key: Key): Promise<void> {
  await db.update(key, { remove: ['round', 'failures', 'last_at'] }, IS_STORED);
}

function lockOf(round: number): number {
  return Math.min(FIRST_MS * 2 ** round, LONGEST_MS);
}
