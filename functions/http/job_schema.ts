import { answerObject } from './calculation_schema.ts';
import type { JsonSchema } from './route.ts';

const JOB = { $ref: '#/components/schemas/Job' };

/** Schemas of jobs and tickets, by name. */
export function jobSchemas(): Record<string, JsonSchema> {
  const text = { type: 'string' };
  const instant = { type: 'string', format: 'date-time' };
  return {
    Job: answerObject({
      ...{ id: text, type: text, project: text, name: text, file_name: text },
      state: {
        enum: ['waiting', 'running', 'saving', 'done', 'failed', 'cancelled'],
        description:
          'waiting — ждём файл, running — читаем и вычисляем, saving — сохраняем (отменить нельзя), done — готово, failed — не удалось, cancelled — отменено',
      },
      progress: { type: 'number', minimum: 0, maximum: 1, title: 'Доля сделанного' },
      calculation: { type: 'string', title: 'Расчёт, который получится; есть, когда state = done' },
      detail: { type: ['string', 'null'], title: 'Почему не удалось и что делать' },
      errors: { type: 'array', items: { $ref: '#/components/schemas/Fault' }, title: 'Первые ошибки, не больше 100' },
      errors_total: { type: 'integer', title: 'Сколько ошибок всего' },
      retry_until: {
        type: ['string', 'null'],
        format: 'date-time',
        title: 'До какого момента неудавшуюся обработку можно повторить без новой отправки файла; null — нельзя',
      },
      ...{ created_at: instant, updated_at: instant },
    }),
    UploadTicket: {
      type: 'object',
      required: ['job', 'url', 'fields', 'expires_at'],
      properties: {
        job: JOB,
        url: { type: 'string', title: 'Куда отправить форму (POST, multipart/form-data)' },
        fields: {
          type: 'object',
          additionalProperties: text,
          title: 'Поля формы; после них файл в поле file, последним',
        },
        expires_at: instant,
      },
    },
  };
}
