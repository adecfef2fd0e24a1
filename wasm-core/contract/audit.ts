import * as z from 'zod/mini';
import { described, instant, type Wire } from './wire.ts';

/**
 * One action of an administrator. An entry never contains a secret.
 * `actor`, `actor_name`: id and name of the user at that time; a command of operations has no id.
 * `target`, `whom`: id of the object (or empty) and its name at that time.
 * `detail`: the change, or the reason of a refusal.
 * `request_id`: the server's own number of the request, which the log has, too.
 * `outcome`: `unknown` while the action runs, or if its process was interrupted.
 */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: instant(),
  actor: z.string(),
  actor_name: z.string(),
  action: z.string(),
  target: z.string(),
  whom: z.string(),
  outcome: z.enum(['done', 'refused', 'failed', 'unknown']),
  detail: z.string(),
  request_id: z.string(),
  client_request_id: z.exactOptional(described(z.string(), 'Номер, который дал запросу клиент')),
});

export type AuditEntry = Wire<typeof auditEntrySchema>;
export type AuditOutcome = AuditEntry['outcome'];

/** A page of the audit list, newest first. `next`: address of the older entries, or null. */
export const auditPageSchema = z.object({
  next: described(z.nullable(z.string()), 'Адрес более ранних записей'),
  results: z.array(auditEntrySchema),
});

export type AuditPage = Wire<typeof auditPageSchema>;
