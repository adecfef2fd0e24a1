import type { TableServices } from '../calculations/dataset_calculation.ts';
import type { Log } from '../log.ts';
import type { FileKey } from '../store/file_key.ts';

/** Dependencies of jobs. */
export interface JobServices extends TableServices {
  readonly now: () => Date;
  readonly log: Log;
  /**
   * Aborted shortly before this worker must end: unfinished jobs are then released for another
   * worker.
   */
  readonly deadline?: AbortSignal;
}

/** Sends the event of an arrived file of a company to the workers again. */
export type Enqueue = (upload: FileKey, company: string) => Promise<void>;
