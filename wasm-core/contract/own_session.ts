import * as z from 'zod/mini';
import { pageSchema } from './page_schema.ts';
import { described, instant, type Wire } from './wire.ts';

/** A live session of the signed-in user. */
export const ownSessionSchema = z.object({
  id: z.string(),
  opened_at: instant(),
  last_used_at: instant('Последнее продление сеанса'),
  ends_at: instant('Дольше сеанс не живёт'),
  network: described(z.string(), 'Сеть, из которой вошли: адрес без последней части'),
  browser: described(z.string(), 'Браузер и система, как они себя назвали; пусто, если неизвестно'),
  is_current: described(z.boolean(), 'Сеанс этого запроса'),
});

export type OwnSession = Wire<typeof ownSessionSchema>;

export const ownSessionPageSchema = pageSchema(ownSessionSchema);
