import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openStores } from '../adapters/aws/open_stores.ts';
import { loadServerCore } from '../core.ts';
import { handleEvents } from '../jobs/events.ts';
import { jobServices } from '../jobs/open_services.ts';
import { deadlineBefore } from './deadline.ts';
import { readEnvironment } from './environment.ts';
import { log } from './logging.ts';

const { TABLE_NAME, BUCKET_NAME } = readEnvironment('TABLE_NAME', 'BUCKET_NAME');

const services = jobServices(await loadServerCore(), openStores({ table: TABLE_NAME, bucket: BUCKET_NAME }), log);

/**
 * Time before the end of the process at which jobs are released for another worker, ms; enough for
 * a slow store.
 */
const LETTING_GO_MS = 15_000;

/**
 * Lambda's entry of the workers: S3 → SQS → here for uploaded files, API → SQS → here for requested
 * exports.
 */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  return handleEvents({ ...services, deadline: deadlineBefore(context, LETTING_GO_MS) }, event);
}
