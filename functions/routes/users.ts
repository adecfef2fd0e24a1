import { readStatistics } from '../store/statistics.ts';
import { describeUser } from '../store/users.ts';
import type { SignedInRoute } from './route.ts';

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
      schema: {
        type: 'object',
        properties: {
          id: text,
          first_name: text,
          last_name: text,
          email: text,
          role: { enum: ['staff', 'admin'] },
          must_change_password: { type: 'boolean', description: 'Вошёл по одноразовому паролю: пора задать свой' },
          company: {
            type: 'object',
            properties: {
              id: text,
              name: text,
              email: text,
              postal_address: text,
              ogrn: text,
              okved: text,
              region: text,
            },
          },
        },
      },
    },
    handle: async (c, { table }, { tenant, user }) => c.json(await describeUser(table, tenant, user)),
  },
  {
    method: 'GET',
    path: '/v1/users/statistics',
    slash: true,
    access: 'signed-in',
    summary: 'Число проектов и расчётов компании, последнее изменение',
    answer: {
      status: 200,
      schema: {
        type: 'object',
        properties: {
          projects: count,
          projects_archived: count,
          calculations: count,
          calculations_archived: count,
          calculations_by_type: { type: 'object', additionalProperties: count },
          last_activity: { type: ['string', 'null'], format: 'date-time' },
        },
      },
    },
    handle: async (c, { table }, { tenant }) => c.json(await readStatistics(table, tenant)),
  },
];
