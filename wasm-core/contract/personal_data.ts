import * as z from 'zod/mini';
import { auditEntrySchema } from './audit.ts';
import { ownSessionSchema } from './own_session.ts';
import { described, instant, type Wire } from './wire.ts';

/** What the product stores about the signed-in user, as a file for this person (152-FZ, art. 14). */
export const personalDataSchema = z.object({
  made_at: instant(),
  user: z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    role: z.enum(['staff', 'admin']),
    company: z.string(),
  }),
  secrets: described(
    z.object({ has_password: z.boolean(), has_key_code: z.boolean() }),
    'Только есть ли они: хранятся их хеши, и файл их не содержит',
  ),
  sessions: z.array(ownSessionSchema),
  actions: described(z.array(auditEntrySchema), 'Записи журнала, где человек действовал или где речь о нём'),
  register: described(
    z.array(z.object({ data: z.string(), purpose: z.string(), term: z.string() })),
    'Какие данные, зачем и как долго хранятся',
  ),
});

export type PersonalData = Wire<typeof personalDataSchema>;
