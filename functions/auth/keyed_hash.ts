import { createHmac } from 'node:crypto';

/** Purpose of a keyed hash; hashes of two purposes are never equal. */
type Purpose = 'account' | 'network' | 'known network' | 'one-time password';

/**
 * HMAC-SHA-256 by a separate key, never one that signs sessions. E-mails and network addresses of
 * sign-ins are stored only in this form: without the key they cannot be guessed from the table.
 */
export type KeyedHash = (purpose: Purpose, text: string) => Buffer;

export function keyedHashBy(key: Uint8Array): KeyedHash {
  return (purpose, text) => createHmac('sha256', key).update(`${purpose} ${text}`).digest();
}

/** A keyed hash as part of a key in the table. */
export function pseudonym(hash: KeyedHash, purpose: Purpose, text: string): string {
  return hash(purpose, text).toString('base64url');
}
