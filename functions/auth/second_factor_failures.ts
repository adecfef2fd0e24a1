import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRefusals } from '#core/contract/user.ts';
import type { Database } from '../store/database.ts';
import { conditionHeld, getItem } from '../store/items.ts';
import { PARTITIONS } from '../store/layout.ts';

/** How long a refusal is shown, seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * Notes a refused sign-in, for its person: somebody who knows the password but not the key's code. Every refusal writes, of whatever
 * account, so that the time of the answer does not tell that the password was right.
 */
export async function recordSecondFactorFailure(
  db: Database,
  account: string,
  passwordRight: boolean,
  now: Date,
): Promise<void> {
  const at = passwordRight ? 'last_at' : 'other_at';
  await db.client.send(
    new UpdateCommand({
      TableName: db.name,
      Key: refusalsKey(account),
      UpdateExpression: `ADD times :times SET ${at} = :at, expires_at = :expires`,
      ExpressionAttributeValues: {
        ':times': passwordRight ? 1 : 0,
        ':at': now.toISOString(),
        ':expires': Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
      },
    }),
  );
}

/** How often the password was right and the key's code wrong since the password was chosen; undefined: not in the last 30 days. */
export async function readSecondFactorFailures(
  db: Database,
  account: string,
  now: Date,
): Promise<KeyRefusals | undefined> {
  const { times, last_at } = ((await getItem(db, refusalsKey(account))) ?? {}) as Partial<KeyRefusals>;
  if (!times || last_at === undefined) return undefined;
  return now.getTime() - Date.parse(last_at) < KEPT_SECONDS * 1000 ? { times, last_at } : undefined;
}

/** Forgets the refusals: who knew the old password does not know the new one. What is left of the item expires: the API may delete nothing. */
export async function clearSecondFactorFailures(db: Database, account: string): Promise<void> {
  await conditionHeld(() =>
    db.client.send(
      new UpdateCommand({
        TableName: db.name,
        Key: refusalsKey(account),
        UpdateExpression: 'REMOVE times, last_at',
        ConditionExpression: 'attribute_exists(pk)',
      }),
    ),
  );
}

function refusalsKey(account: string) {
  return { pk: `${PARTITIONS.attempts}sign-in#account#${account}`, sk: 'REFUSED' };
}
