import { passwordChangeSchema } from '#core/contract/company_user.ts';
import { tokenPairSchema } from '#core/contract/user.ts';
import { clearSecondFactorFailures } from '../../auth/second_factor_failures.ts';
import { openSession, type Session } from '../../auth/sessions.ts';
import { consumeAttempt, returnAttempt } from '../../auth/throttle.ts';
import { badRequest, tooManyAttempts, unauthorized } from '../../errors.ts';
import { hashSecret, verifySecret } from '../../store/passwords.ts';
import { changeUser } from '../../store/users.ts';
import type { AppContext } from '../app_context.ts';
import { noteAction } from '../audit_log.ts';
import { readBody } from '../body.ts';
import { bodySchema } from '../json_schema.ts';
import { check } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { readSignInAttempt } from '../sign_in_attempt.ts';
import { THROTTLED } from './auth.ts';

/** The change of one's own password: the way out of a one-time password. */
export const passwordRoutes: readonly SignedInRoute[] = [
  {
    method: 'POST',
    path: '/v1/users/change_password',
    id: 'changeOwnPassword',
    slash: true,
    access: 'signed-in',
    withOneTimePassword: true,
    summary: 'Смена своего пароля: прочие сеансы кончаются, ответ — новая пара токенов',
    body: bodySchema(passwordChangeSchema),
    answer: { status: 200, schema: tokenPairSchema, others: THROTTLED },
    action: 'Свой пароль сменён',
    handle: changePassword,
  },
];

async function changePassword(c: AppContext, context: RouteContext, { tenant, user }: Session): Promise<Response> {
  const { password, new_password } = check(passwordChangeSchema, await readBody(c));
  noteAction(c, { whom: user.email });
  if (user.one_time_until === undefined) await provePassword(c, context, user, password);
  if (new_password.normalize('NFC').toLowerCase() === user.email) {
    throw refuse('Пароль совпадает с логином. Придумайте другой.');
  }
  if (await verifySecret(user.password_hash, new_password)) {
    throw refuse('Новый пароль совпадает с прежним. Придумайте другой.');
  }
  const password_hash = await hashSecret(new_password);
  const changed = await changeUser(context.db, tenant, user.id, (current) => {
    // An administrator has reset it meanwhile: the session that asks is dead already.
    if (current.password_hash !== user.password_hash)
      throw unauthorized('no_session', 'Пароль сменили. Войдите снова.');
    const { one_time_until: _ended, ...rest } = current;
    return { ...rest, password_hash, session_epoch: current.session_epoch + 1 };
  });
  await clearSecondFactorFailures(context.db, user.email);
  return c.json(await openSession(context, tenant, changed ?? user));
}

/** Guesses count as those of a sign-in: a stolen session must not find the password out. */
async function provePassword(c: AppContext, context: RouteContext, user: Session['user'], password: string) {
  const { db, now, log } = context;
  const attempt = await readSignInAttempt(c, context, user.email);
  const refused = await consumeAttempt(db, attempt, now());
  if (refused) throw tooManyAttempts(refused.retryAfter);
  if (!(await verifySecret(user.password_hash, password))) {
    log({ level: 'security', event: 'password_change_refused', request_id: c.var.requestId });
    const message = 'Нынешний пароль указан неверно. Наберите его ещё раз.';
    throw badRequest(message, [{ field: 'password', message }], 'invalid_fields');
  }
  await returnAttempt(db, attempt, now());
}

function refuse(message: string) {
  return badRequest(message, [{ field: 'new_password', message }], 'invalid_fields');
}
