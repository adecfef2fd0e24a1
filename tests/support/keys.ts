import { openKeyRing, parseKeyRing } from '#functions/auth/key_ring.ts';
import { keyedHashBy, pseudonym } from '#functions/auth/keyed_hash.ts';
import type { SignInAttempt } from '#functions/auth/throttle.ts';
import type { SigningKey, SigningKeys } from '#functions/auth/tokens.ts';

/** A ring of one key that every test knows. */
export const FIXED_RING = JSON.stringify({ current: 'x'.repeat(43) });

export const FIXED_KEY: SigningKey = parseKeyRing(FIXED_RING).current;

/** Keys that are never rotated. */
export function fixedKeys(): SigningKeys {
  return openKeyRing(
    async () => FIXED_RING,
    () => new Date(0),
  );
}

/** Key of the keyed hashes of every test. */
export const FIXED_HASH_KEY = Buffer.from('a key of hashes that every test knows');

/** An attempt of an unknown device, as the service of a test counts it. */
export function attemptBy(account: string, address: string): SignInAttempt {
  const hash = keyedHashBy(FIXED_HASH_KEY);
  return { account: pseudonym(hash, 'account', account), address: pseudonym(hash, 'network', address) };
}
