import { storedMessage } from '../jobs/events.ts';
import type { JobServices } from '../jobs/services.ts';
import { endLeases, sweep } from '../jobs/sweep.ts';
import { SWEEP_MS } from '../jobs/times.ts';
import type { EmbeddedS3 } from './embedded_s3.ts';
import { startQueue, type Work } from './job_queue.ts';

/** Jobs on this machine: stored files make messages, messages make work, and the sweeper sees that none is forgotten. */
export interface LocalJobs {
  close(): Promise<void>;
}

/** Starts them; what a killed product has left goes on at once. */
export function startJobs(services: JobServices, s3: EmbeddedS3, work: Work): LocalJobs {
  const queue = startQueue(work);
  const enqueue = (key: string) => queue.push(storedMessage(s3.bucket, key));
  s3.onReceived(enqueue);
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
