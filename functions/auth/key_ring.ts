import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { isIntact, sealJson } from '../sealed_json.ts';
import { SESSION_SECONDS, type SigningKey, type SigningKeys } from './tokens.ts';

/**
 * Time for which a process caches the ring; and the shortest time between two reads for an unknown
 * key.
 */
const REREAD_MS = 5 * 60_000;
const UNKNOWN_REREAD_MS = 5_000;
/**
 * Time from a rotation to the first signature by the new key, ms; by then every process has read
 * it.
 */
const ANNOUNCED_MS = REREAD_MS + 30_000;
/** 32 random bytes in base64url, or anything longer. */
const SECRET = /^[\w-]{43,}$/;
const KID = /^[0-9a-f]{16}$/;

/**
 * Signing keys of tokens: the current one and, for the lifetime of a session after a rotation, the
 * previous one.
 */
export interface KeyRing {
  readonly current: SigningKey;
  readonly previous?: SigningKey & {
    /** Tokens signed by it are refused from this time on, ms. */
    readonly until: number;
  };
}

/**
 * Stored form of a ring, in `.local/jwt.key` or in a vault. A vault generates the first text
 * itself, so ids are computed, not stored.
 */
interface StoredRing {
  /**
   * Key of keyed hashes, in rings of files. It is never rotated and signs nothing. A vault has a
   * separate secret for it.
   */
  readonly hash?: string;
  readonly current: string;
  readonly previous?: string;
  readonly previous_until?: number;
}

/** Creates a ring with one random signing key and the key of keyed hashes. */
export function newRing(): string {
  return sealJson({ current: newSecret(), hash: newSecret() } satisfies StoredRing);
}

/**
 * The key of keyed hashes in a stored ring. A ring of an older release has none until its first
 * rotation: until then the key is derived by HKDF, and the rotation invalidates its hashes once.
 * Throws as `parseKeyRing`.
 */
export function hashKeyOf(text: string): Uint8Array {
  const { hash, current } = parseStored(text);
  return hash === undefined ? Buffer.from(hkdfSync('sha256', current, '', 'keyed hashes', 32)) : Buffer.from(hash);
}

/**
 * The ring of a file with a key of keyed hashes: its own, or a new one for a file of a former
 * release. Throws as `parseKeyRing`.
 */
export function withHashKey(text: string): string {
  const ring = parseStored(text);
  return ring.hash === undefined ? sealJson({ ...ring, hash: newSecret() }) : text;
}

/** Parses a stored ring. Throws an `Error` with the fault, which does not reveal the keys. */
export function parseKeyRing(text: string): KeyRing {
  const { current, previous, previous_until: until } = parseStored(text);
  const ring = { current: signingKey(current) };
  return previous === undefined ? ring : { ...ring, previous: { ...signingKey(previous), until: until ?? 0 } };
}

/**
 * The text of the ring with a new key. The current key is accepted for the lifetime of a session,
 * the one before it no longer. The new key signs five and a half minutes later. Throws as
 * `parseKeyRing`.
 */
export function rotated(text: string, now: Date): string {
  const { current: previous, hash = newSecret() } = parseStored(text);
  const previous_until = now.getTime() + SESSION_SECONDS * 1000;
  return sealJson({ current: newSecret(), previous, previous_until, hash } satisfies StoredRing);
}

/**
 * The keys of a ring that is stored elsewhere and rotated there while processes run. It is read on
 * first use, every five minutes, and at once (at most every five seconds) for an unknown key. If a
 * later read fails, `onFailure` is called and the cached keys remain in use; a failed first read
 * throws.
 */
export function openKeyRing(
  read: () => Promise<string>,
  now: () => Date,
  onFailure: (error: unknown) => void = console.error,
): SigningKeys {
  let ring: KeyRing | undefined;
  let triedAt = 0;
  let reading: Promise<KeyRing> | undefined;

  function readWithin(ms: number): KeyRing | Promise<KeyRing> {
    if (ring && now().getTime() - triedAt < ms) return ring;
    reading ??= readAgain().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readAgain(): Promise<KeyRing> {
    triedAt = now().getTime();
    try {
      ring = parseKeyRing(await read());
    } catch (error) {
      if (!ring) throw error;
      onFailure(error);
    }
    return ring;
  }

  return {
    current: async () => signer(await readWithin(REREAD_MS), now().getTime()),
    find: async (kid) => {
      if (!KID.test(kid)) return undefined;
      const known = keyOf(await readWithin(REREAD_MS), kid, now().getTime());
      return known ?? keyOf(await readWithin(UNKNOWN_REREAD_MS), kid, now().getTime());
    },
  };
}

/** The key that signs now: a new key signs only after every process has read it. */
function signer({ current, previous }: KeyRing, now: number): SigningKey {
  if (!previous) return current;
  const rotatedAt = previous.until - SESSION_SECONDS * 1000;
  return now < rotatedAt + ANNOUNCED_MS ? previous : current;
}

function keyOf({ current, previous }: KeyRing, kid: string, now: number): Uint8Array | undefined {
  if (kid === current.kid) return current.key;
  return previous?.kid === kid && now < previous.until ? previous.key : undefined;
}

function signingKey(secret: string): SigningKey {
  return { kid: createHash('sha256').update(secret).digest('hex').slice(0, 16), key: Buffer.from(secret) };
}

function parseStored(text: string): StoredRing {
  const stored = parseJson(text);
  if (!isIntact(stored)) throw new Error('The key ring has another checksum than its keys');
  const { current, previous, previous_until, hash } = stored;
  if (!isSecret(current)) throw new Error('The key ring has no `current` of at least 43 characters of A-Z a-z 0-9 _ -');
  if (hash !== undefined && !isSecret(hash)) throw new Error('The `hash` of the key ring is no key');
  const own = { current, ...(hash !== undefined && { hash }) };
  if (previous === undefined) return own;
  if (!isSecret(previous)) throw new Error('The `previous` of the key ring is no key');
  if (!Number.isSafeInteger(previous_until)) throw new Error('The key ring has no `previous_until` in milliseconds');
  return { ...own, previous, previous_until: Number(previous_until) };
}

function parseJson(text: string): Partial<Record<keyof StoredRing, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    // The message of JSON.parse would quote the text, which is secret.
    throw new Error('The key ring is no JSON text');
  }
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && SECRET.test(value);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
