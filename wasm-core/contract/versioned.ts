import * as z from 'zod/mini';
import { described, instant, type Wire } from './wire.ts';

/**
 * Common fields of projects and calculations: identity, authorship, soft delete, optimistic lock.
 * `user`, `author`: id and name of the creator; `changed_by`, `editor`: id and name of the author
 * of this version. Active objects have `is_active`, archived ones `is_deleted`. A PATCH with an
 * older
 * `version` is refused.
 */
export const versionedSchema = z.object({
  id: z.string(),
  user: z.string(),
  author: described(z.string(), 'Кто создал'),
  editor: described(z.string(), 'Кто изменил последним; changed_by — его номер'),
  changed_by: z.string(),
  created_at: instant(),
  updated_at: instant(),
  is_active: z.boolean(),
  is_deleted: z.boolean(),
  version: z.int(),
});

export type Versioned = Wire<typeof versionedSchema>;
