import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { runExport } from '../export/export_message.ts';
import { readUploadKey } from '../store/file_key.ts';
import { UPLOADS } from '../store/layout.ts';
import { Tenant } from '../store/tenant.ts';
import { checkTime } from './deadline.ts';
import { Malformed, readQueueMessage, type StoredFile } from './queue_message.ts';
import { runJob } from './run_job.ts';
import type { JobServices } from './services.ts';

async function handleMessage(services: JobServices, record: SQSRecord): Promise<void> {
  const message = readQueueMessage(record.body);
  switch (message.kind) {
    case 'export':
      return runExport(services, message.export);
    case 'files_stored':
      for (const key of uploadsOf(message.files, services.files.bucket)) await runUploaded(services, key, record);
      return;
    case 'needs_nothing':
      return;
  }
}

/**
 * Handles messages one after another: a worker's memory is for one table. Returns which messages
 * are to be redelivered. After `services.deadline` the work in progress is released and the other
 * messages are redelivered.
 */
export async function handleEvents(services: JobServices, event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      checkTime(services.deadline);
      await handleMessage(services, record);
    } catch (error) {
      const text = error instanceof Error ? error.stack : String(error);
      services.log({ level: 'error', event: 'message_failed', message_id: record.messageId, error: text });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}

async function runUploaded(services: JobServices, key: string, { attributes }: SQSRecord): Promise<void> {
  const uploaded = readUploadKey(key);
  if (!uploaded) return;
  await runJob(services, Tenant.ofOperations(uploaded.company), uploaded.job, Number(attributes.SentTimestamp));
}

/** Keys of the stored files of our bucket in an S3 event. */
function uploadsOf(files: readonly StoredFile[], bucket: string): string[] {
  return files.flatMap(({ eventName, s3 }) => {
    if (!eventName.startsWith('ObjectCreated:') || s3.bucket.name !== bucket) return [];
    const decoded = decode(s3.object.key);
    return decoded.startsWith(UPLOADS) ? [decoded] : [];
  });
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch (cause) {
    throw new Malformed(key, { cause });
  }
}
