import type { TableServices } from '../calculations/dataset_calculation.ts';
import type { LogEntry } from '../http/route.ts';
import type { FileKey } from '../store/file_key.ts';

/** A line of the log of jobs: never a name, never what stands in a file. */
export type JobLogEntry = Pick<LogEntry, 'level' | 'event'> & Readonly<Record<string, unknown>>;

/** What jobs are run with. */
export interface JobServices extends TableServices {
  readonly now: () => Date;
  readonly log: (entry: JobLogEntry) => void;
  /** Aborted shortly before this worker must end: what is not done by then is let go, for another worker to take. */
  readonly deadline?: AbortSignal;
}

/** Tells the workers once more that a file has come. */
export type Enqueue = (upload: FileKey) => Promise<void>;
