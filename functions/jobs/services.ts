import type { LogEntry } from '../routes/route.ts';
import type { FileKey } from '../store/file_key.ts';
import type { TableServices } from '../table_calculation.ts';

/** A line of the log of jobs: never a name, never what stands in a file. */
export type JobLogEntry = Pick<LogEntry, 'level' | 'event'> & Readonly<Record<string, unknown>>;

/** What jobs are run with. */
export interface JobServices extends TableServices {
  readonly now: () => Date;
  readonly log: (entry: JobLogEntry) => void;
}

/** Tells the workers once more that a file has come. */
export type Enqueue = (upload: FileKey) => Promise<void>;
