import { createHmac } from 'node:crypto';

/** What a keyed hash is made for: hashes of two purposes never meet. */
type Purpose = 'account' | 'network' | 'known network' | 'one-time password';

/**
 * HMAC-SHA-256 by a key of its own, never one that signs sessions. What people typed at sign-in and where they are is stored in this form
 * only: without the key nobody can try e-mails or addresses against the table.
 */
export type KeyedHash = (purpose: Purpose, text: string) => Buffer;

export function keyedHashBy(key: Uint8Array): KeyedHash {
  return (purpose, text) => createHmac('sha256', key).update(`${purpose} ${text}`).digest();
}

/** A keyed hash as a part of a key of the table. */
export function pseudonym(hash: KeyedHash, purpose: Purpose, text: string): string {
  return hash(purpose, text).toString('base64url');
}
