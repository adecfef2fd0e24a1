/** What a project and a calculation have in common: identity, who and when, soft delete, optimistic lock. */
export interface Versioned {
  readonly id: string;
  /** Who made it, by id and by name, and who made this version. */
  readonly user: string;
  readonly author: string;
  readonly editor: string;
  readonly changed_by: string;
  /** ISO 8601 instants. */
  readonly created_at: string;
  readonly updated_at: string;
  /** Active (true, false) or archived (false, true). */
  readonly is_active: boolean;
  readonly is_deleted: boolean;
  /** A PATCH that echoes an older one is refused. */
  readonly version: number;
}
