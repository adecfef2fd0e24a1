import type { Fault } from './errors.ts';

/**
 * waiting: the ticket is issued, the file has not come; running: a worker reads and computes; saving: the outcome stands and is being
 * stored, too late to cancel; done, failed, cancelled: the end.
 */
export type JobState = 'waiting' | 'running' | 'saving' | 'done' | 'failed' | 'cancelled';

/** The way of a large file from the upload ticket to its calculation, as the screen shows it. */
export interface Job {
  readonly id: string;
  readonly type: string;
  readonly project: string;
  /** Name of the calculation that it makes or changes. */
  readonly name: string;
  readonly file_name: string;
  readonly state: JobState;
  /** Share done, 0…1. */
  readonly progress: number;
  /** The calculation: known from the start, there to read when the job is done. */
  readonly calculation: string;
  /** Of a failed job: why and what to do, in Russian. */
  readonly detail: string | null;
  readonly errors: readonly Fault[];
  /** How many faults there are; `errors` lists the first of them. */
  readonly errors_total: number;
  /** ISO 8601: until then a job that failed by no fault of its file can be started over, for its file is kept; null: it cannot. */
  readonly retry_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Answer to the asking for a ticket: post the file to `url` as a form with `fields` before it, in a field named `file`. */
export interface UploadTicket {
  readonly job: Job;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** ISO 8601; afterwards the form is refused. */
  readonly expires_at: string;
}
