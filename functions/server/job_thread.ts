import { parentPort, workerData } from 'node:worker_threads';
import type { SQSEvent } from 'aws-lambda';
import { handleEvents } from '../jobs/events.ts';
import { openJobServices, type StoreNames } from '../jobs/open_services.ts';

/** The thread of `job_worker.ts`: a table of a million rows keeps a thread busy for seconds, and the API must go on answering. */
const services = await openJobServices(workerData as StoreNames);

parentPort?.on('message', async (event: SQSEvent) => {
  parentPort?.postMessage(await handleEvents(services, event));
});
