import * as z from 'zod/mini';
import { faultSchema } from './fault_schema.ts';
import { pageSchema } from './page_schema.ts';
import { described, instant, type Wire } from './wire.ts';

/**
 * waiting: the ticket is issued, the file has not arrived; running: a worker reads and computes;
 * saving: the result is being stored, cancelling is too late; the other states are final.
 */
const jobStateSchema = described(
  z.enum(['waiting', 'running', 'saving', 'done', 'failed', 'cancelled']),
  'waiting — ждём файл, running — читаем и вычисляем, saving — сохраняем (отменить нельзя), done — готово, failed — не удалось, cancelled — отменено',
);

export type JobState = Wire<typeof jobStateSchema>;

/** The job of a large file, from its upload ticket to its calculation. */
export const jobSchema = z.object({
  id: z.string(),
  type: z.string(),
  project: z.string(),
  name: described(z.string(), 'Название расчёта, который получится или изменится'),
  file_name: z.string(),
  state: jobStateSchema,
  progress: described(z.number().check(z.minimum(0), z.maximum(1)), 'Доля сделанного'),
  calculation: described(z.string(), 'Расчёт, который получится; есть, когда state = done'),
  detail: described(z.nullable(z.string()), 'Почему не удалось и что делать'),
  errors: described(z.array(faultSchema), 'Первые ошибки, не больше 100'),
  errors_total: described(z.int(), 'Сколько ошибок всего'),
  retry_until: described(
    z.nullable(instant()),
    'До какого момента неудавшуюся обработку можно повторить без новой отправки файла; null — нельзя',
  ),
  created_at: instant(),
  updated_at: instant(),
});

export type Job = Wire<typeof jobSchema>;

export const jobPageSchema = pageSchema(jobSchema);

/** Upload ticket: a form to post to `url`, with `fields` first and the file last. */
export const uploadTicketSchema = z.object({
  job: jobSchema,
  url: described(z.string(), 'Куда отправить форму (POST, multipart/form-data)'),
  fields: described(z.record(z.string(), z.string()), 'Поля формы; после них файл в поле file, последним'),
  expires_at: instant('После этого форму не примут'),
});

export type UploadTicket = Wire<typeof uploadTicketSchema>;
