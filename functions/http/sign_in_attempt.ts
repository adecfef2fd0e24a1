import { createHash } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { DEVICE_SECONDS, findDevice, rememberDevice } from '../auth/devices.ts';
import { pseudonym } from '../auth/keyed_hash.ts';
import { isKnownNetwork, rememberNetwork } from '../auth/known_networks.ts';
import type { SignInAttempt } from '../auth/throttle.ts';
import { normalEmail } from '../store/users.ts';
import { clientAddress, isOverTls, networkOf } from './address.ts';
import type { AppContext } from './app_context.ts';
import type { RouteContext } from './route.ts';

/** An attempt with the network and the account together, known or not. */
type PlacedAttempt = SignInAttempt & { readonly pair: string };

/** An attempt to sign in: the account, the network, and the device where the account trusts it. */
export async function readSignInAttempt(
  c: AppContext,
  { db, now, keyedHash }: RouteContext,
  email: string,
): Promise<PlacedAttempt> {
  const [name, network] = [normalEmail(email), networkOf(clientAddress(c))];
  const account = pseudonym(keyedHash, 'account', name);
  const pair = pseudonym(keyedHash, 'known network', `${network} ${name}`);
  const token = getCookie(c, cookieName(account), cookiePrefix(c));
  const device = token === undefined ? undefined : await findDevice(db, account, token, now());
  return {
    ...{ account, address: pseudonym(keyedHash, 'network', network), pair },
    ...((await isKnownNetwork(db, pair, now())) && { network: pair }),
    ...(device !== undefined && { device }),
  };
}

/** Makes the device and the network of a sign-in that succeeded known to the account. */
export async function trustDevice(c: AppContext, { db, now }: RouteContext, { account, device, pair }: PlacedAttempt) {
  await rememberNetwork(db, pair, now());
  const name = cookieName(account);
  const prefix = cookiePrefix(c);
  // Only a token that we gave out for this account is gone on with: nobody else can choose one.
  const deviceToken = device === undefined ? undefined : getCookie(c, name, prefix);
  const token = await rememberDevice(db, account, deviceToken, now());
  const options = { path: '/', maxAge: DEVICE_SECONDS, httpOnly: true, sameSite: 'Strict' } as const;
  setCookie(c, name, token, prefix ? { ...options, prefix, secure: true } : options);
}

/** A cookie for each account: colleagues share a computer. Browsers keep it, so it shows nothing of the account. */
function cookieName(account: string): string {
  return `device_${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;
}

/** The prefix binds a cookie to TLS; on a computer of its own the product is served without. */
function cookiePrefix(c: AppContext): 'host' | undefined {
  return isOverTls(c) ? 'host' : undefined;
}
