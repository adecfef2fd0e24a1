import { readSession, type Session, type SessionContext } from '#functions/auth/sessions.ts';
import { verifyToken } from '#functions/auth/tokens.ts';

/** The session of an access token, as the API finds it; undefined: the token or its session has ended. */
export async function sessionOf(context: SessionContext, accessToken: string): Promise<Session | undefined> {
  const claims = await verifyToken(context.keys, 'at+jwt', accessToken, context.now());
  return claims && readSession(context, claims);
}
