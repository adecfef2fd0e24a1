import { openKeyRing, parseKeyRing } from '#functions/auth/key_ring.ts';
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
