import { storedMessage } from '../jobs/events.ts';
import type { JobServices } from '../jobs/services.ts';
import { endLeases, sweep } from '../jobs/sweep.ts';
import { SWEEP_MS } from '../jobs/times.ts';
import { startQueue, type Work } from './job_queue.ts';

/** Jobs of a server of one process: stored files make messages, messages make work, and the sweeper sees that none is forgotten. */
export interface ServerJobs {
  close(): Promise<void>;
}

/** Where files come to. */
export interface Arrivals {
  readonly bucket: string;
  /** Calls `heard` with the key of each file that came. */
  onReceived(heard: (key: string) => void): void;
}

/** Starts them; what a killed product has left goes on at once. */
export function startJobs(services: JobServices, store: Arrivals, work: Work): ServerJobs {
  const queue = startQueue(work);
  const enqueue = (key: string) => queue.push(storedMessage(store.bucket, key));
  store.onReceived(enqueue);
  let sweeping: Promise<void> | undefined;
  const look = (before = Promise.resolve()) => {
    sweeping ??= before
      .then(() => sweep(services, async (key) => enqueue(key)))
      .catch((error) => services.log({ level: 'error', event: 'sweep_failed', error: String(error) }))
      .finally(() => {
        sweeping = undefined;
      });
  };
  look(endLeases(services));
  const timer = setInterval(() => look(), SWEEP_MS);
  return {
    close: async () => {
      clearInterval(timer);
      await queue.close();
      await sweeping;
    },
  };
}
