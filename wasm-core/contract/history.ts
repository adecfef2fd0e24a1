import * as z from 'zod/mini';

/** A field in which a version differs from the one before it, as it travels; `null`: the field was not there. */
export interface FieldChange {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** One version of a project or a calculation. */
export interface VersionEntry {
  readonly version: number;
  /** Who made it: the name as it was then, and the id. */
  readonly editor: string;
  readonly changed_by: string;
  /** When, ISO 8601. */
  readonly updated_at: string;
  readonly is_deleted: boolean;
  /** Whether it is what stands now. */
  readonly is_current: boolean;
  /** Against the version before; empty for the first. */
  readonly changes: readonly FieldChange[];
}

/** A page of a history, newest first. `next`: address of the older versions, or null. */
export interface HistoryPage {
  readonly next: string | null;
  readonly results: readonly VersionEntry[];
}

const NO_VERSION = 'Передайте version — номер действующей версии из ответа сервера.';

/** Body of a restoration: the version that stands now, so that the same click twice restores once. */
export const restorationSchema = z.object({
  version: z.int({ error: NO_VERSION }).check(z.positive(NO_VERSION)),
});
