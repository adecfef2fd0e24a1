import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';

/** How long a device is known after its last sign-in, seconds. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/**
 * The id of the device that `token` was given to at a sign-in to this account (the keyed hash of its name); undefined: none, of another
 * account, or forgotten.
 */
export async function findDevice(db: Database, account: string, token: string, now: Date): Promise<string | undefined> {
  const id = digest(token);
  const item = await db.get(deviceKey(id));
  const isKnown = item?.account === account && Number(item.expires_at) * 1000 > now.getTime();
  return isKnown ? id : undefined;
}

/** Remembers a device that has signed in to an account, by the token that it has already or by a new one; answers the token. */
export async function rememberDevice(db: Database, account: string, known: string | undefined, now: Date) {
  const token = known ?? randomBytes(32).toString('base64url');
  const expires_at = Math.floor(now.getTime() / 1000) + DEVICE_SECONDS;
  await db.put({ ...deviceKey(digest(token)), account, expires_at });
  return token;
}

/** What is kept of a token opens nothing: who reads the table cannot pass for a device. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function deviceKey(id: string) {
  return { pk: `${PARTITIONS.attempts}device#${id}`, sk: 'D' };
}
