import type { User } from '#core/contract/user.ts';
import { readSecondFactorFailures } from '../../auth/second_factor_failures.ts';
import { readStatistics } from '../../store/statistics.ts';
import { describeUser } from '../../store/users.ts';
import { answerObject } from '../calculation_schema.ts';
import type { SignedInRoute } from '../route.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

export const userRoutes: readonly SignedInRoute[] = [
  {
    method: 'GET',
    path: '/v1/users/get_me',
    slash: true,
    access: 'signed-in',
    withOneTimePassword: true,
    summary: 'Пользователь и его компания',
    answer: {
      status: 200,
      schema: answerObject(
        {
          id: text,
          first_name: text,
          last_name: text,
          email: text,
          role: { enum: ['staff', 'admin'] },
          key_refusals: {
            description: 'Сколько раз за 30 дней пароль был верным, а код ключа нет; нет таких — нет поля',
            ...answerObject({ times: count, last_at: { type: 'string', format: 'date-time' } }),
          },
          must_change_password: { type: 'boolean', description: 'Вошёл по одноразовому паролю: пора задать свой' },
          company: answerObject({
            id: text,
            name: text,
            email: text,
            postal_address: text,
            ogrn: text,
            okved: text,
            region: text,
          }),
        },
        ['key_refusals'],
      ),
    },
    handle: async (c, { db, now }, { tenant, user }) => {
      const [about, key_refusals] = await Promise.all([
        describeUser(db, tenant, user),
        readSecondFactorFailures(db, user.email, now()),
      ]);
      return c.json({ ...about, ...(key_refusals && { key_refusals }) } satisfies User);
    },
  },
  {
    method: 'GET',
    path: '/v1/users/statistics',
    slash: true,
    access: 'signed-in',
    summary: 'Число проектов компании, расчётов в действующих проектах, последнее изменение',
    answer: {
      status: 200,
      schema: answerObject({
        projects: count,
        projects_archived: count,
        calculations: count,
        calculations_archived: count,
        calculations_by_type: { type: 'object', additionalProperties: count },
        last_activity: { type: ['string', 'null'], format: 'date-time' },
      }),
    },
    handle: async (c, { db }, { tenant }) => c.json(await readStatistics(db, tenant)),
  },
];
