import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/layout.ts';

/** Lifetime of a known network after the last sign-in from it, seconds. */
const KEPT_SECONDS = 180 * 24 * 60 * 60;

/** Whether the account has been signed in to from the network; `pair` is the keyed hash of both. */
export async function isKnownNetwork(db: Database, pair: string, now: Date): Promise<boolean> {
  const { expires_at } = (await db.get(networkKey(pair))) ?? {};
  return Number(expires_at) * 1000 > now.getTime();
}

/** Stores a network from which a user has signed in to an account. */
export async function rememberNetwork(db: Database, pair: string, now: Date): Promise<void> {
  const expires_at = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
  await db.put({ ...networkKey(pair), expires_at });
}

function networkKey(pair: string) {
  return { pk: `${PARTITIONS.attempts}network#${pair}`, sk: 'N' };
}
