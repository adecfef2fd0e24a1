import type { TableServices } from '../calculations/dataset_calculation.ts';
import type { Log } from '../log.ts';
import type { FileKey } from '../store/file_key.ts';

/** What jobs are run with. */
export interface JobServices extends TableServices {
  readonly now: () => Date;
  readonly log: Log;
  /** Aborted shortly before this worker must end: what is not done by then is let go, for another worker to take. */
  readonly deadline?: AbortSignal;
}

/** Tells the workers once more that a file of a company has come. */
export type Enqueue = (upload: FileKey, company: string) => Promise<void>;
