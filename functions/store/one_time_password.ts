import { randomBytes } from 'node:crypto';

/** Letters and digits that are not easily confused on a screen. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Lifetime of a one-time password, ms. */
const LIFE_MS = 72 * 60 * 60 * 1000;

/**
 * Creates a one-time password, three groups of five characters with 74 bits, and its expiry. The
 * same `seed` gives the same password.
 */
export function newOneTimePassword(
  now: Date,
  seed?: Uint8Array,
): { readonly password: string; readonly one_time_until: string } {
  const password = readable(15, seed).replace(/.{5}(?=.)/g, '$&-');
  return { password, one_time_until: new Date(now.getTime() + LIFE_MS).toISOString() };
}

/** A code of a key that a person can read out: two groups of four, 40 bits. */
export function newKeyCode(): string {
  return `${readable(4)}-${readable(4)}`.toUpperCase();
}

/** At most 20 random readable characters from 32 random bytes. */
export function readable(length: number, seed: Uint8Array = randomBytes(32)): string {
  let rest = BigInt(`0x${Buffer.from(seed).toString('hex')}`);
  const base = BigInt(READABLE.length);
  return Array.from({ length }, () => {
    const sign = READABLE[Number(rest % base)];
    rest /= base;
    return sign;
  }).join('');
}
