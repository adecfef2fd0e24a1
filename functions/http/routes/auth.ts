import { credentialsSchema, refreshTokenSchema, tokenPairSchema } from '#core/contract/user.ts';
import { recordSecondFactorFailure } from '../../auth/second_factor_failures.ts';
import { openSession, refreshSession, revokeSession } from '../../auth/sessions.ts';
import { consumeAttempt, returnAttempt } from '../../auth/throttle.ts';
import { tooManyAttempts, unauthorized } from '../../errors.ts';
import { ALARMING } from '../../log.ts';
import { verifyKeyCode, verifySecret } from '../../store/passwords.ts';
import { changeUser, findUserByEmail, type StoredUser } from '../../store/users.ts';
import { logAccess, logRefusal } from '../access_log.ts';
import type { AppContext } from '../app_context.ts';
import { readBody } from '../body.ts';
import { bodySchema } from '../json_schema.ts';
import { check, type JsonObject } from '../request.ts';
import type { PublicRoute, RouteContext } from '../route.ts';
import { sessionPlace } from '../session_place.ts';
import { readSignInAttempt, trustDevice } from '../sign_in_attempt.ts';

/** The status of too many guesses of a secret. */
export const THROTTLED = { 429: 'Слишком много попыток; Retry-After говорит, когда повторить' };
/** Sign-in, its renewal and its end. A stale Authorization header does not matter here. */
export const authRoutes: readonly PublicRoute[] = [
  {
    method: 'POST',
    path: '/token',
    id: 'signIn',
    slash: true,
    access: 'public',
    summary: 'Вход: логин, пароль и код ключа проверяются вместе',
    body: bodySchema(credentialsSchema),
    answer: { status: 200, schema: tokenPairSchema, others: THROTTLED },
    handle: signIn,
  },
  {
    method: 'POST',
    path: '/token/refresh',
    id: 'refreshSession',
    slash: true,
    access: 'public',
    summary: 'Продление сеанса: новая пара токенов; прежний токен действует, пока не использован следующий',
    body: bodySchema(refreshTokenSchema),
    answer: { status: 200, schema: tokenPairSchema },
    handle: refresh,
  },
  {
    method: 'POST',
    path: '/token/revoke',
    id: 'signOut',
    slash: true,
    access: 'public',
    summary: 'Выход: сеанс прекращается на сервере',
    body: bodySchema(refreshTokenSchema),
    answer: { status: 204 },
    handle: async (c, context) => {
      const ended = await revokeSession(context, refreshTokenOf(await readBody(c)));
      if (ended) logAccess(c, context.log, 'signed_out', ended);
      return c.body(null, 204);
    },
  },
];

async function signIn(c: AppContext, context: RouteContext): Promise<Response> {
  const { email, password, guardant_code } = check(credentialsSchema, await readBody(c));
  const attempt = await readSignInAttempt(c, context, email);
  const refused = await consumeAttempt(context.db, attempt, context.now());
  if (refused) {
    logRefusal(c, context.log, ALARMING.signInThrottled);
    throw tooManyAttempts(refused.retryAfter);
  }
  const account = await findUserByEmail(context.db, email);
  // Both hashes are always computed, so that the time of an answer reveals nothing.
  const [passwordRight, codeRight] = await Promise.all([
    verifySecret(account?.user.password_hash, password),
    verifyKeyCode(account?.user.guardant_hash, guardant_code),
  ]);
  const keyRight = codeRight || account?.user.guardant_hash === undefined;
  const { one_time_until = '9', one_time_used = false } = account?.user ?? {};
  const isExpired = one_time_until <= context.now().toISOString() || one_time_used;
  if (!account || !passwordRight || !keyRight || isExpired || account.user.disabled) {
    const onlyKeyWrong = passwordRight && !keyRight;
    await recordSecondFactorFailure(context.db, attempt.account, onlyKeyWrong, context.now());
    const subject = { user: account?.user.id, company: account?.tenant.company };
    logRefusal(c, context.log, onlyKeyWrong ? ALARMING.keyCodeRefused : ALARMING.signInRefused, subject);
    throw wrongCredentials();
  }
  const user = await spendOneTimePassword(context, account);
  if (!user) throw wrongCredentials();
  await returnAttempt(context.db, attempt, context.now());
  await trustDevice(c, context, attempt);
  logAccess(c, context.log, 'signed_in', { user: account.user.id, company: account.tenant.company });
  return c.json(await openSession(context, account.tenant, user, sessionPlace(c)));
}

/** A one-time password opens one session. Undefined: another sign-in was first. */
async function spendOneTimePassword({ db }: RouteContext, { tenant, user }: Account): Promise<StoredUser | undefined> {
  if (user.one_time_until === undefined) return user;
  let isFirst = false;
  const spent = await changeUser(db, tenant, user.id, (current) => {
    isFirst = !current.one_time_used && current.password_hash === user.password_hash;
    return { ...current, one_time_used: true };
  });
  return isFirst ? spent : undefined;
}

type Account = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

function wrongCredentials() {
  return unauthorized('invalid_credentials', 'Неверный логин, пароль или код ключа. Проверьте все три и повторите.');
}

async function refresh(c: AppContext, context: RouteContext): Promise<Response> {
  const refreshed = await refreshSession(context, refreshTokenOf(await readBody(c)));
  if ('pair' in refreshed) return c.json(refreshed.pair);
  if ('reused' in refreshed) logRefusal(c, context.log, ALARMING.refreshReused, refreshed.reused);
  else logRefusal(c, context.log, 'refresh_refused', refreshed.claims);
  throw unauthorized('session_ended', 'Сеанс завершён. Войдите снова.');
}

/** The token of a body: `token` as specified, or `refresh`, as many clients call it. */
function refreshTokenOf(body: JsonObject): string {
  return check(refreshTokenSchema, { token: body.token ?? body.refresh }).token;
}
