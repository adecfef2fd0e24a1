import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { handleEvents } from '../jobs/events.ts';
import { openJobServices } from '../jobs/open_services.ts';
import { readEnvironment } from './environment.ts';
import { log } from './logging.ts';

const { TABLE_NAME, BUCKET_NAME } = readEnvironment('TABLE_NAME', 'BUCKET_NAME');

const services = await openJobServices({ table: TABLE_NAME, bucket: BUCKET_NAME }, log);

/** Lambda's entry of the workers: S3 → SQS → here for files that came, the API → SQS → here for exports that were ordered. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => handleEvents(services, event);
