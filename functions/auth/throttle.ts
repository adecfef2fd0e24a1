import type { Database, Key } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';
import { countWithin, secondsLeft, uncount, type WindowPlace } from '../store/window_count.ts';
import { countFailure, forgiveFailures } from './growing_lock.ts';

/**
 * Failed sign-ins in a quarter of an hour: of one account, from one network, from a network and on a device that are known to the account.
 */
const LIMITS = { account: 10, address: 50, network: 10, device: 10 } as const;

type Kind = keyof typeof LIMITS;

/** Who tries to sign in. All of it is hashes: nothing that a person typed, and no address. */
export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  /** The network and the account together, if the account has been signed in to from it: nobody elsewhere uses up its allowance. */
  readonly network?: string;
  /** The device, if the account has been signed in to on it: strangers who guess do not use up its allowance. */
  readonly device?: string;
}

/**
 * Takes one attempt of the allowance, before anything is checked: that of the device or else of the network if it is known to the account,
 * else of the account's and of the address's. The count is one atomic write, so no number of parallel guesses passes the limit. Failures
 * that go on for more than a quarter of an hour lock longer and longer. Answers the seconds to wait if the allowance is used up.
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
  const retryAfter = await countFailure(db, lockOf(attempt), now);
  return retryAfter === undefined ? undefined : { retryAfter };
}

/** Gives back the attempt of a sign-in that succeeded. */
export async function returnAttempt(db: Database, attempt: SignInAttempt, now: Date): Promise<void> {
  for (const [kind, subject] of countedOf(attempt)) await uncount(db, placeOf(kind, subject), now);
  await forgiveFailures(db, lockOf(attempt));
}

function countedOf({ account, address, network, device }: SignInAttempt): (readonly [Kind, string])[] {
  if (device !== undefined) return [['device', device]];
  if (network !== undefined) return [['network', network]];
  return [
    ['address', address],
    ['account', account],
  ];
}

/** The lock that grows: of the account alone where nothing is known, for an address is shared by many. */
function lockOf(attempt: SignInAttempt): Key {
  const [kind, subject] = countedOf(attempt).at(-1) ?? ['account', attempt.account];
  return { pk: placeOf(kind, subject).pk, sk: 'LOCK' };
}

function placeOf(kind: Kind, subject: string): WindowPlace {
  return { pk: `${PARTITIONS.attempts}sign-in#${kind}#${subject}`, prefix: 'W#' };
}
