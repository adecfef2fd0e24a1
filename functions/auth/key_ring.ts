import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { SESSION_SECONDS, type SigningKey, type SigningKeys } from './tokens.ts';

/** How long a process goes by what it has read of the ring; and how soon it reads again for a key it does not know. */
const REREAD_MS = 5 * 60_000;
const UNKNOWN_REREAD_MS = 5_000;
/** From the rotation to the first signature of the new key: by then every process has read it. */
const ANNOUNCED_MS = REREAD_MS + 30_000;
/** 32 random bytes in base64url, or anything longer. */
const SECRET = /^[\w-]{43,}$/;
const KID = /^[0-9a-f]{16}$/;

/** The keys of the tokens' signatures: one that signs and, for the longest life of a session after a rotation, the one before it. */
export interface KeyRing {
  readonly current: SigningKey;
  readonly previous?: SigningKey & {
    /** Tokens that it has signed are refused from then on, ms. */
    readonly until: number;
  };
}

/** How a ring is kept: in `.local/jwt.key`, or in a vault that makes the first text itself, so ids are not kept but computed. */
interface StoredRing {
  /** Key of keyed hashes, in rings of files: it is never rotated and signs nothing. A vault has a secret of its own for it. */
  readonly hash?: string;
  readonly current: string;
  readonly previous?: string;
  readonly previous_until?: number;
}

/** A first ring: one random key, and that of the keyed hashes. */
export function newRing(): string {
  return JSON.stringify({ current: newSecret(), hash: newSecret() } satisfies StoredRing);
}

/**
 * The key of keyed hashes in a kept ring. A ring of a release before it has none until it is rotated: until then it is derived (HKDF), so
 * that what is hashed by it is forgotten once. Throws as `parseKeyRing`.
 */
export function hashKeyOf(text: string): Uint8Array {
  const { hash, current } = parseStored(text);
  return hash === undefined ? Buffer.from(hkdfSync('sha256', current, '', 'keyed hashes', 32)) : Buffer.from(hash);
}

/** Reads a kept ring. Throws an `Error` that says what is wrong and shows nothing of the keys. */
export function parseKeyRing(text: string): KeyRing {
  const { current, previous, previous_until: until } = parseStored(text);
  const ring = { current: signingKey(current) };
  return previous === undefined ? ring : { ...ring, previous: { ...signingKey(previous), until: until ?? 0 } };
}

/**
 * The text of the ring with a new key: the one so far is accepted for the life of a session, the one before it no longer. The new key
 * signs from five and a half minutes later. Throws as `parseKeyRing`.
 */
export function rotated(text: string, now: Date): string {
  const { current: previous, hash = newSecret() } = parseStored(text);
  const previous_until = now.getTime() + SESSION_SECONDS * 1000;
  return JSON.stringify({ current: newSecret(), previous, previous_until, hash } satisfies StoredRing);
}

/**
 * The keys of a ring that lies elsewhere and is rotated there while processes run. It is read at first use, five minutes later
 * again, and at once (every five seconds at most) for an unknown key. If a later reading fails, `onFailure` is told and the keys
 * read before go on being used; a first reading that fails throws.
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

/** A new key signs once every process knows it; a ring rotated a session's life ago or more has none but the current. */
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
  const { current, previous, previous_until, hash } = parseJson(text);
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
    // The parser's own message would quote the text, which is secret.
    throw new Error('The key ring is no JSON text');
  }
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && SECRET.test(value);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
