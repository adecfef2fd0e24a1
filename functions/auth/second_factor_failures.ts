import type { KeyRefusals } from '#core/contract/user.ts';
import { IS_STORED } from '../store/condition.ts';
import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';

/** How long a refusal is shown, seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * `account` is the keyed hash of the sign-in name, here and below. Notes a refused sign-in, for its person: somebody who knows the password but not the key's code. Every refusal writes, of whatever
 * account, so that the time of the answer does not tell that the password was right.
 */
export async function recordSecondFactorFailure(
  db: Database,
  account: string,
  passwordRight: boolean,
  now: Date,
): Promise<void> {
  const expires_at = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
  await db.update(refusalsKey(account), {
    add: { times: passwordRight ? 1 : 0 },
    set: { [passwordRight ? 'last_at' : 'other_at']: now.toISOString(), expires_at },
  });
}

/** How often the password was right and the key's code wrong since the password was chosen; undefined: not in the last 30 days. */
export async function readSecondFactorFailures(
  db: Database,
  account: string,
  now: Date,
): Promise<KeyRefusals | undefined> {
  const { times, last_at } = ((await db.get(refusalsKey(account))) ?? {}) as Partial<KeyRefusals>;
  if (!times || last_at === undefined) return undefined;
  return now.getTime() - Date.parse(last_at) < KEPT_SECONDS * 1000 ? { times, last_at } : undefined;
}

/** Forgets the refusals: who knew the old password does not know the new one. What is left of the item expires: the API may delete nothing. */
export async function clearSecondFactorFailures(db: Database, account: string): Promise<void> {
  await db.update(refusalsKey(account), { remove: ['times', 'last_at'] }, IS_STORED);
}

function refusalsKey(account: string) {
  return { pk: `${PARTITIONS.attempts}sign-in#account#${account}`, sk: 'REFUSED' };
}
