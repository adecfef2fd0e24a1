import { answerObject, pageSchema } from './calculation_schema.ts';
import type { JsonSchema } from './route.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const instant = { type: 'string', format: 'date-time' };

/** Schemas of what administrators see, and of histories. */
export function adminSchemas(): Record<string, JsonSchema> {
  return {
    CompanyUser: answerObject({
      id: text,
      first_name: text,
      last_name: text,
      email: text,
      role: { enum: ['staff', 'admin'] },
      disabled: flag,
      has_key: { type: 'boolean', description: 'Записан ли ключ Guardant' },
      password: { enum: ['own', 'one_time', 'expired'], description: 'свой, одноразовый или просроченный' },
      version: { type: 'integer' },
    }),
    CompanyUserPage: pageSchema('CompanyUser'),
    OneTimePassword: answerObject({
      user: { $ref: '#/components/schemas/CompanyUser' },
      one_time_password: { type: 'string', description: 'Показывается один раз' },
      one_time_until: instant,
    }),
    HistoryPage: answerObject({
      next: { type: ['string', 'null'], description: 'Адрес более ранних версий' },
      results: {
        type: 'array',
        items: answerObject({
          version: { type: 'integer' },
          editor: text,
          changed_by: text,
          updated_at: instant,
          is_deleted: flag,
          is_current: flag,
          changes: {
            type: 'array',
            description: 'Поля, которыми версия отличается от предыдущей',
            items: answerObject({ field: text, old: {}, new: {} }),
          },
        }),
      },
    }),
    AuditPage: answerObject({
      next: { type: ['string', 'null'], description: 'Адрес более ранних записей' },
      results: {
        type: 'array',
        items: answerObject({
          id: text,
          at: instant,
          actor: text,
          actor_name: text,
          action: text,
          target: text,
          whom: text,
          outcome: { enum: ['done', 'refused', 'failed', 'unknown'] },
          detail: text,
          request_id: text,
        }),
      },
    }),
  };
}
