import { allOf, anyOf } from '../store/condition.ts';
import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';

const WINDOW_MS = 15 * 60_000;

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
    const allowed = await count(db, kind, subject, now, 1);
    if (!allowed) return { retryAfter: Math.ceil((WINDOW_MS - (now.getTime() % WINDOW_MS)) / 1000) };
  }
  return undefined;
}

/** Gives back the attempt of a sign-in that succeeded. */
export async function returnAttempt(db: Database, attempt: SignInAttempt, now: Date): Promise<void> {
  for (const [kind, subject] of countedOf(attempt)) await count(db, kind, subject, now, -1);
}

function countedOf({ account, address, device }: SignInAttempt): readonly (readonly [keyof typeof LIMITS, string])[] {
  if (device !== undefined) return [['device', device]];
  return [
    ['address', address],
    ['account', account],
  ];
}

/** Adds a step to the count of a window; undefined if the allowance is used up. */
function count(db: Database, kind: keyof typeof LIMITS, subject: string, now: Date, step: 1 | -1) {
  const window = Math.floor(now.getTime() / WINDOW_MS);
  return db.update(
    { pk: `${PARTITIONS.attempts}sign-in#${kind}#${subject}`, sk: `W#${window}` },
    { add: { attempts: step }, set: { expires_at: ((window + 2) * WINDOW_MS) / 1000 } },
    step > 0 ? anyOf(allOf(['attempts', 'missing']), allOf(['attempts', '<', LIMITS[kind]])) : undefined,
  );
}
