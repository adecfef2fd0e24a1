import type { KeyRefusals } from '#core/contract/user.ts';
import { IS_STORED } from '../store/condition.ts';
import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';

/** Time for which a refusal is shown, seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * Records a refused sign-in with the right password and a wrong key code, to warn the user. Every
 * refusal writes, for any account, so that the response time does not reveal that the password was
 * right. `account` is the keyed hash of the sign-in name, here and below.
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

/**
 * Count of sign-ins with the right password and a wrong key code since the password was set;
 * undefined: none in 30 days.
 */
export async function readSecondFactorFailures(
  db: Database,
  account: string,
  now: Date,
): Promise<KeyRefusals | undefined> {
  const { times, last_at } = ((await db.get(refusalsKey(account))) ?? {}) as Partial<KeyRefusals>;
  if (!times || last_at === undefined) return undefined;
  return now.getTime() - Date.parse(last_at) < KEPT_SECONDS * 1000 ? { times, last_at } : undefined;
}

/**
 * Clears the refusals when the password changes. The emptied item expires: the API may not delete
 * items.
 */
export async function clearSecondFactorFailures(db: Database, account: string): Promise<void> {
  await db.update(refusalsKey(account), { remove: ['times', 'last_at'] }, IS_STORED);
}

function refusalsKey(account: string) {
  return { pk: `${PARTITIONS.attempts}sign-in#account#${account}`, sk: 'REFUSED' };
}
