import { randomBytes } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another when reading them from a screen. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** How long a one-time password waits for its person, ms. */
const LIFE_MS = 72 * 60 * 60 * 1000;

/**
 * A password that an administrator hands over: three groups of five, 74 bits, and until when it opens the account. The same `seed`
 * gives the same password.
 */
export function newOneTimePassword(
  now: Date,
  seed?: Uint8Array,
): { readonly password: string; readonly one_time_until: string } {
  const password = readable(15, seed).replace(/.{5}(?=.)/g, '$&-');
  return { password, one_time_until: new Date(now.getTime() + LIFE_MS).toISOString() };
}

/** Random signs for people to read, at most 20, from 32 random bytes. */
export function readable(length: number, seed: Uint8Array = randomBytes(32)): string {
  let rest = BigInt(`0x${Buffer.from(seed).toString('hex')}`);
  const base = BigInt(READABLE.length);
  return Array.from({ length }, () => {
    const sign = READABLE[Number(rest % base)];
    rest /= base;
    return sign;
  }).join('');
}
