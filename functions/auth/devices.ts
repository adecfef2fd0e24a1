import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';

/** Lifetime of a trusted device after its last sign-in, seconds. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/**
 * The id of the device that received `token` at a sign-in to this account (the keyed hash of its
 * name); undefined for an unknown device, one of another account, or an expired one.
 */
export async function findDevice(db: Database, account: string, token: string, now: Date): Promise<string | undefined> {
  const id = digest(token);
  const item = await db.get(deviceKey(id));
  const isKnown = item?.account === account && Number(item.expires_at) * 1000 > now.getTime();
  return isKnown ? id : undefined;
}

/**
 * Stores a device that has signed in to an account, under its present token or a new one; returns
 * the token.
 */
export async function rememberDevice(db: Database, account: string, known: string | undefined, now: Date) {
  const token = known ?? randomBytes(32).toString('base64url');
  const expires_at = Math.floor(now.getTime() / 1000) + DEVICE_SECONDS;
  await db.put({ ...deviceKey(digest(token)), account, expires_at });
  return token;
}

/**
 * Only the digest of a token is stored, so that a reader of the table cannot impersonate a device.
 */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function deviceKey(id: string) {
  return { pk: `${PARTITIONS.attempts}device#${id}`, sk: 'D' };
}
