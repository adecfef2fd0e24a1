import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';
import { countWithin, secondsLeft, uncount, type WindowPlace } from '../store/window_count.ts';

/** Failed sign-ins in a quarter of an hour: of one account, from one address, and on a device that is known to the account. */
const LIMITS = { account: 10, address: 50, device: 10 } as const;

/** Who tries to sign in. */
export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  /** The device, if the account has been signed in to on it: strangers who guess do not use up its allowance. */
  readonly device?: string;
}

/**
 * Takes one attempt of the allowance, before anything is checked: that of the device if it is known, else of the account's and of the
 * address's. The count is one atomic write, so no number of parallel guesses passes the limit. Answers the seconds to wait if the allowance is used up.
 */
export async function consumeAttempt(
  db: Database,
  attempt: SignInAttempt,
  now: Date,
): Promise<{ retryAfter: number } | undefined> {
  for (const [kind, subject] of countedOf(attempt)) {
    const allowed = await countWithin(db, placeOf(kind, subject), LIMITS[kind], now);
    if (!allowed) return { retryAfter: secondsLeft(now) };
  }
  return undefined;
}

/** Gives back the attempt of a sign-in that succeeded. */
export async function returnAttempt(db: Database, attempt: SignInAttempt, now: Date): Promise<void> {
  for (const [kind, subject] of countedOf(attempt)) await uncount(db, placeOf(kind, subject), now);
}

function countedOf({ account, address, device }: SignInAttempt): readonly (readonly [keyof typeof LIMITS, string])[] {
  if (device !== undefined) return [['device', device]];
  return [
    ['address', address],
    ['account', account],
  ];
}

function placeOf(kind: keyof typeof LIMITS, subject: string): WindowPlace {
  return { pk: `${PARTITIONS.attempts}sign-in#${kind}#${subject}`, prefix: 'W#' };
}
