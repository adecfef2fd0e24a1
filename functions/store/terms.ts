import { auditExpiry } from './audit.ts';
import { IS_STORED } from './condition.ts';
import type { Database, Item, Key } from './database.ts';
import { PARTITIONS } from './layout.ts';

/** What `applyTerms` has done. */
export interface AppliedTerms {
  /** Entries of audit lists that have got their term. */
  readonly dated: number;
  /** Rows of sign-ins with a login or an address in the clear, which are gone. */
  readonly removed: number;
}

/**
 * Applies the terms of docs/personal-data.md to what former releases have stored without them: entries of audit lists expire after their
 * five years, rows of sign-ins that name people go at once. Repeating it changes nothing.
 */
export async function applyTerms(db: Database): Promise<AppliedTerms> {
  const [undated, named]: [Key[], Key[]] = [[], []];
  for await (const item of db.scan()) {
    const key = { pk: String(item.pk), sk: String(item.sk) };
    if (key.pk.startsWith(PARTITIONS.audit) && item.expires_at === undefined) undated.push(key);
    if (key.pk.startsWith(PARTITIONS.attempts) && namesPeople(item)) named.push(key);
  }
  for (const key of undated) await db.update(key, { set: { expires_at: auditExpiry(key.sk) } }, IS_STORED);
  for (const key of named) await db.remove(key);
  return { dated: undated.length, removed: named.length };
}

/** A keyed hash (HMAC-SHA-256 in base64url) or the digest of a token (SHA-256 in hex). */
const HASH = /^(?:[\w-]{43}|[0-9a-f]{64})$/;

/** Partitions: `T#device#…`, `T#network#…`, `T#sign-in#KIND#…`. */
function namesPeople({ pk, account = pk }: Item): boolean {
  return ![pk, account].every((text) => HASH.test(String(text).split('#').at(-1) ?? ''));
}
