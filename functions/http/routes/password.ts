import { passwordChangeSchema } from '#core/contract/company_user.ts';
import { tokenPairSchema } from '#core/contract/user.ts';
import { pseudonym } from '../../auth/keyed_hash.ts';
import { weaknessOf } from '../../auth/password_strength.ts';
import { clearSecondFactorFailures } from '../../auth/second_factor_failures.ts';
import { openSession, type Session } from '../../auth/sessions.ts';
import { badRequest, unauthorized } from '../../errors.ts';
import { hashSecret, verifySecret } from '../../store/passwords.ts';
import { changeUser, readCompany, type StoredUser } from '../../store/users.ts';
import { logRefusal } from '../access_log.ts';
import type { AppContext } from '../app_context.ts';
import { noteAction } from '../audit_log.ts';
import { readBody } from '../body.ts';
import { bodySchema } from '../json_schema.ts';
import { countGuess, returnGuess } from '../reauthentication.ts';
import { check } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { sessionPlace } from '../session_place.ts';
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
    withoutKeyCode: true,
    summary: 'Смена своего пароля: прочие сеансы кончаются, ответ — новая пара токенов',
    body: bodySchema(passwordChangeSchema),
    answer: { status: 200, schema: tokenPairSchema, others: THROTTLED },
    action: 'Свой пароль сменён',
    admit: countPasswordGuess,
    handle: changePassword,
  },
];

async function changePassword(c: AppContext, context: RouteContext, { tenant }: Session): Promise<Response> {
  const user = c.var.account;
  const { password, new_password } = check(passwordChangeSchema, await readBody(c));
  noteAction(c, { whom: user.email });
  if (user.one_time_until === undefined) await provePassword(c, context, user, password);
  if (new_password.normalize('NFC').toLowerCase() === user.email) {
    throw refuse('Пароль совпадает с логином. Придумайте другой.');
  }
  if (await verifySecret(user.password_hash, new_password)) {
    throw refuse('Новый пароль совпадает с прежним. Придумайте другой.');
  }
  const company = await readCompany(context.db, tenant);
  const personal = [user.email, user.first_name, user.last_name, company.name];
  const weakness = await weaknessOf(new_password, personal);
  if (weakness !== undefined) throw refuse(weakness);
  const password_hash = await hashSecret(new_password);
  const changed = await changeUser(context.db, tenant, user.id, (current) => {
    // An administrator has reset it meanwhile: the session that asks is dead already.
    if (current.password_hash !== user.password_hash)
      throw unauthorized('no_session', 'Пароль сменили. Войдите снова.');
    const { one_time_until: _ended, one_time_used: _used, ...rest } = current;
    return { ...rest, password_hash, session_epoch: current.session_epoch + 1 };
  });
  await clearSecondFactorFailures(context.db, pseudonym(context.keyedHash, 'account', user.email));
  return c.json(await openSession(context, tenant, changed ?? user, sessionPlace(c)));
}

/** What cannot be read is not a guess. */
async function countPasswordGuess(c: AppContext, context: RouteContext): Promise<void> {
  check(passwordChangeSchema, await readBody(c));
  if (c.var.account.one_time_until === undefined) await countGuess(c, context);
}

async function provePassword(c: AppContext, context: RouteContext, user: StoredUser, password: string) {
  if (!(await verifySecret(user.password_hash, password))) {
    logRefusal(c, context.log, 'password_change_refused', { user: user.id });
    const message = 'Нынешний пароль указан неверно. Наберите его ещё раз.';
    throw badRequest(message, [{ field: 'password', message }], 'invalid_fields');
  }
  await returnGuess(c, context);
}

function refuse(message: string) {
  return badRequest(message, [{ field: 'new_password', message }], 'invalid_fields');
}
