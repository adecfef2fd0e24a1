import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { succeeded } from '../store/items.ts';
import type { Table } from '../store/table.ts';

const WINDOW_MS = 15 * 60_000;

/** Failed sign-ins in a quarter of an hour: of one account, and from one address. */
const LIMITS = { account: 10, address: 50 } as const;

/** Who tries to sign in. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}

/**
 * Takes one attempt of the account's and of the address's allowance, before anything is checked: the count is one atomic write,
 * so no number of parallel guesses passes the limit. Answers the seconds to wait if the allowance is used up.
 */
export async function takeAttempt(
  table: Table,
  attempt: Attempt,
  now: Date,
): Promise<{ retryAfter: number } | undefined> {
  for (const kind of ['address', 'account'] as const) {
    const allowed = await succeeded(() => count(table, kind, attempt[kind], now, 1));
    if (!allowed) return { retryAfter: Math.ceil((WINDOW_MS - (now.getTime() % WINDOW_MS)) / 1000) };
  }
  return undefined;
}

/** Gives back the attempt of a sign-in that succeeded. */
export async function returnAttempt(table: Table, attempt: Attempt, now: Date): Promise<void> {
  await count(table, 'address', attempt.address, now, -1);
  await count(table, 'account', attempt.account, now, -1);
}

function count(table: Table, kind: keyof typeof LIMITS, subject: string, now: Date, step: 1 | -1) {
  const window = Math.floor(now.getTime() / WINDOW_MS);
  return table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: `T#sign-in#${kind}#${subject}`, sk: `W#${window}` },
      UpdateExpression: 'ADD attempts :step SET expires_at = :expires',
      ExpressionAttributeValues: {
        ':step': step,
        ':expires': ((window + 2) * WINDOW_MS) / 1000,
        ...(step > 0 && { ':limit': LIMITS[kind] }),
      },
      ...(step > 0 && { ConditionExpression: 'attribute_not_exists(attempts) OR attempts < :limit' }),
    }),
  );
}
