import * as z from 'zod/mini';
import { described, instant, type Wire } from './wire.ts';

/**
 * What a project and a calculation have in common: identity, authorship, soft delete, optimistic lock.
 * `user`, `author`: id and name of the creator; `changed_by`, `editor`: those of the author of this
 * version. Active objects have `is_active`, archived ones `is_deleted`. A PATCH that echoes an older
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
