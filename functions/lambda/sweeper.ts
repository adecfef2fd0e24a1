import type { Context } from 'aws-lambda';
import { openStores } from '../adapters/aws/open_stores.ts';
import { loadServerCore } from '../core.ts';
import { jobServices } from '../jobs/open_services.ts';
import { storedMessage } from '../jobs/queue_message.ts';
import { sweep } from '../jobs/sweep.ts';
import { deadlineBefore } from './deadline.ts';
import { readEnvironment } from './environment.ts';
import { log } from './logging.ts';
import { openQueue } from './queue.ts';

const environment = readEnvironment('TABLE_NAME', 'BUCKET_NAME', 'UPLOAD_QUEUE_URL');

const services = jobServices(
  await loadServerCore(),
  openStores({ table: environment.TABLE_NAME, bucket: environment.BUCKET_NAME }),
  log,
);
const send = openQueue(environment.UPLOAD_QUEUE_URL);

/**
 * Time before the end of the process in which no job is begun, ms: twenty jobs take this long with
 * slow stores.
 */
const LETTING_GO_MS = 15_000;

/** Lambda's entry of the sweeper, called by a schedule every minute. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const deadline = deadlineBefore(context, LETTING_GO_MS);
  await sweep({ ...services, deadline }, (key, company) => send(storedMessage(environment.BUCKET_NAME, key), company));
}
