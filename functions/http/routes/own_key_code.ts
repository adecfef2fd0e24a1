import { ownKeySchema } from '#core/contract/company_user.ts';
import { tokenPairSchema } from '#core/contract/user.ts';
import { pseudonym } from '../../auth/keyed_hash.ts';
import { clearSecondFactorFailures } from '../../auth/second_factor_failures.ts';
import { openSession, type Session } from '../../auth/sessions.ts';
import { hashKeyCode } from '../../store/passwords.ts';
import { changeUser } from '../../store/users.ts';
import type { AppContext } from '../app_context.ts';
import { noteAction } from '../audit_log.ts';
import { readBody } from '../body.ts';
import { bodySchema } from '../json_schema.ts';
import { confirmByOwnSecrets, countGuess } from '../reauthentication.ts';
import { check } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { sessionPlace } from '../session_place.ts';
import { THROTTLED } from './auth.ts';

/** The code of one's own key: how an administrator gets the second factor that administrators must have. */
export const ownKeyCodeRoutes: readonly SignedInRoute[] = [
  {
    method: 'POST',
    path: '/v1/users/change_key_code',
    id: 'changeOwnKeyCode',
    slash: true,
    access: 'signed-in',
    withoutKeyCode: true,
    summary: 'Код своего ключа: запись или замена; прочие сеансы кончаются, ответ — новая пара токенов',
    body: bodySchema(ownKeySchema),
    answer: { status: 200, schema: tokenPairSchema, others: THROTTLED },
    action: 'Код своего ключа задан',
    admit: async (c, context) => {
      check(ownKeySchema, await readBody(c));
      await countGuess(c, context);
    },
    handle: changeOwnKeyCode,
  },
];

async function changeOwnKeyCode(c: AppContext, context: RouteContext, { tenant }: Session): Promise<Response> {
  const user = c.var.account;
  const { guardant_code, ...confirmation } = check(ownKeySchema, await readBody(c));
  noteAction(c, { whom: user.email });
  await confirmByOwnSecrets(c, context, confirmation);
  const guardant_hash = await hashKeyCode(guardant_code);
  const changed = await changeUser(context.db, tenant, user.id, (own) => ({
    ...own,
    guardant_hash,
    session_epoch: own.session_epoch + 1,
  }));
  await clearSecondFactorFailures(context.db, pseudonym(context.keyedHash, 'account', user.email));
  return c.json(await openSession(context, tenant, changed ?? user, sessionPlace(c)));
}
