import { storedMessage } from '../jobs/queue_message.ts';
import type { JobServices } from '../jobs/services.ts';
import { endLeases, sweep } from '../jobs/sweep.ts';
import { SWEEP_MS } from '../jobs/times.ts';
import { type FileKey, readUploadKey } from '../store/file_key.ts';
import { startQueue, type Work } from './job_queue.ts';

/** Jobs of a server of one process: stored files make messages, messages make work, and the sweeper sees that none is forgotten. */
export interface ServerJobs {
  /** A file has been stored at `key`. */
  arrived(key: FileKey): void;
  close(): Promise<void>;
}

/**
 * Starts them. Where this process is `alone` with the store, what a killed one has left goes on at once; beside others, when its lease
 * has ended.
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
