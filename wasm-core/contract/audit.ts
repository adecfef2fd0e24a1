/** `unknown`: the outcome was not written down, because the action goes on or its process was cut short. */
export type AuditOutcome = 'done' | 'refused' | 'failed' | 'unknown';

/** One action of an administrator: who, what, whom, when and how it ended. No secret is ever in it. */
export interface AuditEntry {
  readonly id: string;
  /** ISO 8601 instant. */
  readonly at: string;
  /** Who: id and name as it was then; the commands of operations have no id. */
  readonly actor: string;
  readonly actor_name: string;
  /** What, in Russian. */
  readonly action: string;
  /** Whom or what: id of the object, or empty; and its name as it was then. */
  readonly target: string;
  readonly whom: string;
  readonly outcome: AuditOutcome;
  /** What was changed, or why it was refused. */
  readonly detail: string;
  readonly request_id: string;
}

/** A page of the audit list, newest first. `next`: address of the older ones, or null. */
export interface AuditPage {
  readonly next: string | null;
  readonly results: readonly AuditEntry[];
}
