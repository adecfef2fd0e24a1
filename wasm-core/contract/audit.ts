import * as z from 'zod/mini';
import { described, instant, type Wire } from './wire.ts';

/**
 * One action of an administrator: who, what, whom, when and how it ended. No secret is ever in it.
 * `actor`, `actor_name`: the user's id and name at that time; commands of operations have no id.
 * `target`, `whom`: id of the object, or empty, and its name at that time.
 * `detail`: what was changed, or why it was refused.
 * `outcome` is `unknown` where none was written: the action goes on, or its process was interrupted.
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
});

export type AuditEntry = Wire<typeof auditEntrySchema>;
export type AuditOutcome = AuditEntry['outcome'];

/** A page of the audit list, newest first. `next`: address of the older entries, or null. */
export const auditPageSchema = z.object({
  next: described(z.nullable(z.string()), 'Адрес более ранних записей'),
  results: z.array(auditEntrySchema),
});

export type AuditPage = Wire<typeof auditPageSchema>;
