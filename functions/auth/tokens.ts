import { createSecretKey } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';

/** Lifetime of an access token, of an idle session and of any session, seconds. */
export const ACCESS_SECONDS = 10 * 60;
export const IDLE_SECONDS = 60 * 60;
export const SESSION_SECONDS = 12 * 60 * 60;

const ISSUER = 'fugitive-emissions';
const AUDIENCE = 'fugitive-emissions-api';
const ALGORITHM = 'HS256';

/** The type header distinguishes access and refresh tokens, so neither is accepted as the other. */
export type TokenType = 'at+jwt' | 'rt+jwt';

/**
 * Lifetime of a token by type, seconds. A refresh token lives as long as its session, because
 * clients may keep the first one; the stored session limits the idle time.
 */
const LIFE: Readonly<Record<TokenType, number>> = { 'at+jwt': ACCESS_SECONDS, 'rt+jwt': SESSION_SECONDS };

/** Claims of a token. */
export interface Claims {
  readonly user: string;
  readonly company: string;
  readonly session: string;
  /** Id of the refresh that issued the token. */
  readonly token: string;
}

/** A signing key and its id in tokens (`kid`). */
export interface SigningKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** The current signing keys; they are rotated while the product runs. */
export interface SigningKeys {
  /** The key that signs new tokens. */
  current(): Promise<SigningKey>;
  /** The key with the id `kid`, if its tokens are still accepted. */
  find(kid: string): Promise<Uint8Array | undefined>;
}

/**
 * Signs a token issued at `issuedAt` for a session that ends at `endsAt` (seconds). The same claims
 * give the same text.
 */
export async function signToken(
  keys: SigningKeys,
  type: TokenType,
  { user, company, session, token }: Claims,
  issuedAt: number,
  endsAt: number,
): Promise<string> {
  const { kid, key } = await keys.current();
  return new SignJWT({ company, sid: session })
    .setProtectedHeader({ alg: ALGORITHM, typ: type, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user)
    .setJti(token)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.min(issuedAt + LIFE[type], endsAt))
    .sign(imported(key));
}

/** The claims of a valid, unexpired token of the type; undefined for any other text. */
export async function verifyToken(
  keys: SigningKeys,
  type: TokenType,
  text: string,
  now: Date,
): Promise<Claims | undefined> {
  // Outside the `try` below: unreadable keys are an internal failure and must not end sessions.
  const kid = kidOf(text);
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (!key) return undefined;
  try {
    const { payload } = await jwtVerify(text, imported(key), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: type,
      requiredClaims: ['sub', 'company', 'sid', 'jti', 'iat', 'exp'],
      maxTokenAge: LIFE[type],
      clockTolerance: 5,
      currentDate: now,
    });
    const { sub, company, sid, jti, exp } = payload;
    if (!Number.isSafeInteger(exp) || ![sub, company, sid, jti].every((claim) => typeof claim === 'string'))
      return undefined;
    return { user: String(sub), company: String(company), session: String(sid), token: String(jti) };
  } catch {
    // Every failure has the same result: the token is not accepted.
    return undefined;
  }
}

/**
 * Whether `text` has three parts in canonical base64url. The library ignores spaces and unused
 * bits, but a token has only one valid spelling.
 */
export function isCanonical(text: string): boolean {
  const parts = text.split('.');
  const asWritten = (part: string) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
  return parts.length === 3 && parts.every(asWritten);
}

const importedKeys = new WeakMap<Uint8Array, CryptoKey>();

/** An imported key, cached: the library would import the bytes for every token. */
function imported(key: Uint8Array): CryptoKey {
  const known = importedKeys.get(key);
  if (known) return known;
  const made = createSecretKey(key).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]) as CryptoKey;
  importedKeys.set(key, made);
  return made;
}

function kidOf(text: string): string | undefined {
  if (!isCanonical(text)) return undefined;
  try {
    const { kid } = decodeProtectedHeader(text);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
