import { ownSecretsSchema } from '#core/contract/company_user.ts';
import { type PersonalData, personalDataSchema } from '#core/contract/personal_data.ts';
import type { Session } from '../../auth/sessions.ts';
import { attachment } from '../../export/disposition.ts';
import { entriesAbout } from '../../store/audit.ts';
import { describeUser } from '../../store/users.ts';
import { logAccess } from '../access_log.ts';
import type { AppContext } from '../app_context.ts';
import { readBody } from '../body.ts';
import { bodySchema } from '../json_schema.ts';
import { confirmByOwnSecrets, countGuess } from '../reauthentication.ts';
import { check } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { THROTTLED } from './auth.ts';
import { describeSessions } from './own_sessions.ts';

/** All that is stored about the caller: a stolen session alone does not take it out. */
export const personalDataRoutes: readonly SignedInRoute[] = [
  {
    method: 'POST',
    path: '/v1/users/personal_data',
    id: 'exportOwnPersonalData',
    slash: true,
    access: 'signed-in',
    isCostly: true,
    summary: 'Свои персональные данные одним файлом JSON; запрос подтверждают паролем и кодом ключа',
    body: bodySchema(ownSecretsSchema),
    answer: { status: 200, schema: personalDataSchema, others: THROTTLED },
    admit: async (c, context) => {
      check(ownSecretsSchema, await readBody(c));
      await countGuess(c, context);
    },
    handle: exportOwn,
  },
];

const FILE_NAME = 'Мои персональные данные.json';

async function exportOwn(c: AppContext, context: RouteContext, session: Session): Promise<Response> {
  const [{ tenant }, user] = [session, c.var.account];
  await confirmByOwnSecrets(c, context, check(ownSecretsSchema, await readBody(c)));
  const { db, now } = context;
  const [{ company }, sessions, actions] = await Promise.all([
    describeUser(db, tenant, user),
    describeSessions(c, context, session),
    entriesAbout(db, tenant, user.id, now()),
  ]);
  const { id, first_name, last_name, email, role } = user;
  logAccess(c, context.log, 'own_data_exported', { user: id, company: tenant.company });
  const data: PersonalData = {
    made_at: now().toISOString(),
    user: { id, first_name, last_name, email, role, company: company.name },
    secrets: { has_password: true, has_key_code: user.guardant_hash !== undefined },
    ...{ sessions, actions, register: REGISTER },
  };
  return c.json(data, 200, { 'Content-Disposition': attachment(FILE_NAME) });
}

/** The register of docs/personal-data.md, in words for whom it is about. */
const REGISTER: PersonalData['register'] = [
  {
    data: 'Имя, фамилия и электронная почта',
    purpose: 'Вход в систему; видно, кто что сделал',
    term: 'Пока вас не попросят забыть: потом имя заменяется псевдонимом',
  },
  { data: 'Хеши пароля и кода ключа (Argon2id с солью)', purpose: 'Вход в систему', term: 'До смены' },
  {
    data: 'Имя автора и последнего редактора проектов, расчётов, объектов, моделей и их прежних версий',
    purpose: 'История чисел',
    term: 'Сколько хранятся сами числа; псевдоним, когда вас забыли',
  },
  {
    data: 'Записи журнала действий администраторов',
    purpose: 'Выяснить, кто менял доступ',
    term: 'Пять лет; имена становятся псевдонимом, когда вас забыли',
  },
  {
    data: 'Сеансы: время, сеть без последней части адреса, браузер',
    purpose: 'Список своих сеансов',
    term: '12 часов',
  },
  {
    data: 'Хеши почты, сети и устройства при попытках входа',
    purpose: 'Ограничение подбора паролей',
    term: 'От 30 минут до 30 дней; известные устройства и сети — 180 дней после последнего входа',
  },
  {
    data: 'Строки журнала сервера: номера пользователя и компании, сеть без последней части адреса',
    purpose: 'Разбор происшествий',
    term: '90 дней; на своём сервере — по его настройкам',
  },
  {
    data: 'Резервные копии всего этого',
    purpose: 'Восстановление',
    term: '35 дней на AWS; на своём сервере — по его настройкам',
  },
];
