import { createHash } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { DEVICE_SECONDS, findDevice, rememberDevice } from '../auth/devices.ts';
import type { SignInAttempt } from '../auth/throttle.ts';
import { normalEmail } from '../store/users.ts';
import { clientAddress, isOverTls, networkOf } from './address.ts';
import type { AppContext } from './app_context.ts';
import type { RouteContext } from './route.ts';

/** An attempt to sign in: the account, the network, and the device where the account trusts it. */
export async function readSignInAttempt(
  c: AppContext,
  { db, now }: RouteContext,
  email: string,
): Promise<SignInAttempt> {
  const account = normalEmail(email);
  const token = getCookie(c, cookieName(account), cookiePrefix(c));
  const device = token === undefined ? undefined : await findDevice(db, account, token, now());
  return { account, address: networkOf(clientAddress(c)), ...(device !== undefined && { device }) };
}

/** Makes the device of a sign-in that succeeded a known one of the account. */
export async function trustDevice(c: AppContext, { db, now }: RouteContext, { account, device }: SignInAttempt) {
  const name = cookieName(account);
  const prefix = cookiePrefix(c);
  // Only a token that we gave out for this account is gone on with: nobody else can choose one.
  const deviceToken = device === undefined ? undefined : getCookie(c, name, prefix);
  const token = await rememberDevice(db, account, deviceToken, now());
  const options = { path: '/', maxAge: DEVICE_SECONDS, httpOnly: true, sameSite: 'Strict' } as const;
  setCookie(c, name, token, prefix ? { ...options, prefix, secure: true } : options);
}

/** A cookie for each account: colleagues share a computer. The name does not show the e-mail. */
function cookieName(account: string): string {
  return `device_${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;
}

/** The prefix binds a cookie to TLS; on a computer of its own the product is served without. */
function cookiePrefix(c: AppContext): 'host' | undefined {
  return isOverTls(c) ? 'host' : undefined;
}
