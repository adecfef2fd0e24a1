import { statisticsSchema, type User, userSchema } from '#core/contract/user.ts';
import { pseudonym } from '../../auth/keyed_hash.ts';
import { readSecondFactorFailures } from '../../auth/second_factor_failures.ts';
import { readStatistics } from '../../store/statistics.ts';
import { describeUser } from '../../store/users.ts';
import type { SignedInRoute } from '../route.ts';

export const userRoutes: readonly SignedInRoute[] = [
  {
    method: 'GET',
    path: '/v1/users/get_me',
    id: 'getCurrentUser',
    slash: true,
    access: 'signed-in',
    withOneTimePassword: true,
    withoutKeyCode: true,
    summary: 'Пользователь и его компания',
    answer: {
      status: 200,
      schema: userSchema,
    },
    handle: async (c, { db, now, keyedHash }, { tenant }) => {
      const user = c.var.account;
      const [about, key_refusals] = await Promise.all([
        describeUser(db, tenant, user),
        readSecondFactorFailures(db, pseudonym(keyedHash, 'account', user.email), now()),
      ]);
      return c.json({ ...about, ...(key_refusals && { key_refusals }) } satisfies User);
    },
  },
  {
    method: 'GET',
    path: '/v1/users/statistics',
    id: 'getStatistics',
    slash: true,
    access: 'signed-in',
    summary: 'Число проектов компании, расчётов в действующих проектах, последнее изменение',
    answer: {
      status: 200,
      schema: statisticsSchema,
    },
    handle: async (c, { db }, { tenant }) => c.json(await readStatistics(db, tenant)),
  },
];
