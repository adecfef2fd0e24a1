import { storedMessage } from '../jobs/queue_message.ts';
import type { JobServices } from '../jobs/services.ts';
import { endLeases, sweep } from '../jobs/sweep.ts';
import { SWEEP_MS } from '../jobs/times.ts';
import { type FileKey, readUploadKey } from '../store/file_key.ts';
import { startQueue, type Work } from './job_queue.ts';

/** Jobs of a server of one process: a stored file makes a message, a worker handles it, and the sweeper finds jobs without a message. */
export interface ServerJobs {
  /** A file has been stored at `key`. */
  arrived(key: FileKey): void;
  close(): Promise<void>;
}

/**
 * Starts the jobs. Where this process is `alone` with the store, jobs of a killed process resume at once; otherwise they resume when their
 * lease has expired.
 */
export function startJobWorkers(services: JobServices, work: Work, alone: boolean): ServerJobs {
  const queue = startQueue(work);
  const arrived = (key: FileKey) => {
    const company = readUploadKey(key)?.company;
    if (company !== undefined) queue.push(storedMessage(services.files.bucket, key), company);
  };
  let sweeping: Promise<void> | undefined;
  const look = (before = Promise.resolve()) => {
    sweeping ??= before
      .then(() => sweep(services, async (key) => arrived(key)))
      .catch((error) => services.log({ level: 'error', event: 'sweep_failed', error: String(error) }))
      .finally(() => {
        sweeping = undefined;
      });
  };
  look(alone ? endLeases(services) : undefined);
  const timer = setInterval(() => look(), SWEEP_MS);
  return {
    arrived,
    close: async () => {
      clearInterval(timer);
      await queue.close();
      await sweeping;
    },
  };
}
