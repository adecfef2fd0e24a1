import * as z from 'zod/mini';
import { described, instant, type Wire } from './wire.ts';

/** A field that differs from the previous version; null: that version lacks the field. */
const fieldChangeSchema = z.object({ field: z.string(), old: z.unknown(), new: z.unknown() });

export type FieldChange = Wire<typeof fieldChangeSchema>;

/** One version of a project or a calculation; `editor`: name of its author at that time. */
const versionEntrySchema = z.object({
  version: z.int(),
  editor: z.string(),
  changed_by: z.string(),
  updated_at: instant(),
  is_deleted: z.boolean(),
  is_current: z.boolean(),
  changes: described(z.array(fieldChangeSchema), 'Поля, которыми версия отличается от предыдущей; у первой их нет'),
});

export type VersionEntry = Wire<typeof versionEntrySchema>;

/** A page of a history, newest first. `next`: address of the older versions, or null. */
export const historyPageSchema = z.object({
  next: described(z.nullable(z.string()), 'Адрес более ранних версий'),
  results: z.array(versionEntrySchema),
});

export type HistoryPage = Wire<typeof historyPageSchema>;

const NO_VERSION = 'Передайте version — номер действующей версии из ответа сервера.';

/** Body of a restoration: the current version, so that a double click restores once. */
export const restorationSchema = z.object({
  version: z.int({ error: NO_VERSION }).check(z.positive(NO_VERSION)),
});
