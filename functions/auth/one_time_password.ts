import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another when reading them from a screen. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** How long a one-time password waits for its person, ms. */
const LIFE_MS = 72 * 60 * 60 * 1000;

/** A password that an administrator hands over: three groups of five, 74 bits, and until when it opens the account. */
export function newOneTimePassword(now: Date): { readonly password: string; readonly one_time_until: string } {
  const password = `${readable(5)}-${readable(5)}-${readable(5)}`;
  return { password, one_time_until: new Date(now.getTime() + LIFE_MS).toISOString() };
}

/** Random signs for people to read. */
export function readable(length: number): string {
  return Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('');
}
