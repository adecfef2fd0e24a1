import { parentPort, workerData } from 'node:worker_threads';
import type { SQSEvent } from 'aws-lambda';
import { loadServerCore } from '../core.ts';
import { handleEvents } from '../jobs/events.ts';
import { jobServices } from '../jobs/open_services.ts';
import { openThreadStores, type StoreAddress } from './server_stores.ts';

/** The thread of `job_worker.ts`: a large table keeps a thread busy for seconds, so the API has another. */
const services = jobServices(await loadServerCore(), await openThreadStores(workerData as StoreAddress));

parentPort?.on('message', async (event: SQSEvent) => {
  parentPort?.postMessage(await handleEvents(services, event));
});
