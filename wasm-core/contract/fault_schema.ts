import * as z from 'zod/mini';
import { described, type Wire } from './wire.ts';

/** One fault of a request or a file: where, which value, what to write instead (Russian). */
export const faultSchema = described(
  z.object({
    field: z.exactOptional(z.string()),
    sheet: z.exactOptional(z.string()),
    row: z.exactOptional(z.int()),
    column: z.exactOptional(z.string()),
    value: z.exactOptional(z.string()),
    message: z.string(),
  }),
  'Что не так: поле запроса или ячейка таблицы',
);

export type Fault = Wire<typeof faultSchema>;

/** Body of every error response. `code` is for programs. */
export const errorBodySchema = z.object({
  detail: described(z.string(), 'Причина и следующий шаг'),
  code: z.string(),
  errors: z.exactOptional(described(z.array(faultSchema), 'Первые ошибки, не больше 100')),
  errors_total: z.exactOptional(described(z.int(), 'Сколько ошибок всего')),
  current: z.exactOptional(described(z.unknown(), 'При 409: запись, как она выглядит сейчас')),
});

export type ErrorBody = Wire<typeof errorBodySchema>;
