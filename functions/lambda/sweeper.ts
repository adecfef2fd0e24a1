import { storedMessage } from '../jobs/events.ts';
import { openJobServices } from '../jobs/open_services.ts';
import { sweep } from '../jobs/sweep.ts';
import { readEnvironment } from './environment.ts';
import { log } from './logging.ts';
import { openQueue } from './queue.ts';

const environment = readEnvironment('TABLE_NAME', 'BUCKET_NAME', 'UPLOAD_QUEUE_URL');

const services = await openJobServices({ table: environment.TABLE_NAME, bucket: environment.BUCKET_NAME }, log);
const send = openQueue(environment.UPLOAD_QUEUE_URL);

/** Lambda's entry of the sweeper: a schedule → here, every minute. */
export const handler = (): Promise<void> => sweep(services, (key) => send(storedMessage(environment.BUCKET_NAME, key)));
