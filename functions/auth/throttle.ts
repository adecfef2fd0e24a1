import type { Database, Key } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';
import { countWithin, secondsLeft, uncount, type WindowPlace } from '../store/window_count.ts';
import { countFailure, forgiveFailures } from './growing_lock.ts';

/**
 * Failed sign-ins allowed in 15 minutes: of one account, from one address, and from a network or on
 * a device known to the account.
 */
const LIMITS = { account: 10, address: 50, network: 10, device: 10 } as const;

type Kind = keyof typeof LIMITS;

/** A sign-in attempt. All fields are keyed hashes: neither typed text nor addresses. */
export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  /**
   * Network and account, if the account has been signed in to from it: it has its own allowance.
   */
  readonly network?: string;
  /** Device, if the account has been signed in to on it: it has its own allowance. */
  readonly device?: string;
}

/**
 * Consumes one attempt before any check: from the allowance of the known device, else of the known
 * network, else of the account and of the address. The count is one atomic write, so parallel
 * guesses do not pass the limit. Failures over more than 15 minutes lock for growing times. Returns
 * the seconds to wait if the allowance is used up.
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

/** Returns the attempt of a successful sign-in. */
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

/**
 * Key of the growing lock: that of the account for an unknown device and network, because many
 * users share an address.
 */
function lockOf(attempt: SignInAttempt): Key {
  const [kind, subject] = countedOf(attempt).at(-1) ?? ['account', attempt.account];
  return { pk: placeOf(kind, subject).pk, sk: 'LOCK' };
}

function placeOf(kind: Kind, subject: string): WindowPlace {
  return { pk: `${PARTITIONS.attempts}sign-in#${kind}#${subject}`, prefix: 'W#' };
}
