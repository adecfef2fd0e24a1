interface Claims {
  readonly exp: number;
  readonly iat?: number;
}

/** A stored token that is not a JWT with an expiry. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number') {
      return claims as Claims;
    }
  } catch (cause) {
    throw new InvalidTokenError('The stored token cannot be read', { cause });
  }
  throw new InvalidTokenError('The stored token has no expiry');
}

/**
 * When a token expires, in seconds since 1970. Throws `InvalidTokenError` on anything that is not
 * such a token.
 */
export function expiresAt(token: string): number {
  return claimsOf(token).exp;
}

/**
 * How many seconds the clock that issued a token just received is ahead of ours; 0 where the token
 * does not tell.
 */
export function secondsAhead(token: string): number {
  const { iat } = claimsOf(token);
  return iat === undefined ? 0 : iat - Date.now() / 1000;
}
