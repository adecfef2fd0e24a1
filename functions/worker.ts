import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { handleEvents } from './jobs/events.ts';
import { openJobServices } from './jobs/open_services.ts';

const { TABLE_NAME = '', BUCKET_NAME = '' } = process.env;

const services = await openJobServices({ table: TABLE_NAME, bucket: BUCKET_NAME });

/** Lambda's entry of the worker: S3 → SQS → here. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => handleEvents(services, event);
