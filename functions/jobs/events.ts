import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { parseExportMessage, runExport } from '../export/export_message.ts';
import { readUploadKey } from '../store/file_key.ts';
import { UPLOADS } from '../store/layout.ts';
import { Tenant } from '../store/tenant.ts';
import { checkTime } from './deadline.ts';
import { runJob } from './run_job.ts';
import type { JobServices } from './services.ts';

/** A message that cannot be understood: it goes round until the queue puts it aside for a person to look at. */
class Malformed extends Error {
  override readonly name = 'Malformed';
}

/**
 * Does the jobs whose files came and builds the exports that were ordered, one after another: a worker's memory is for one table. Answers
 * which messages are to come again; what concerns no upload (the test event of a new bucket, other events, buckets, folders) is done with.
 * Whoever may not work for as long as it takes says so by `services.deadline`: what is begun is then let go, the rest comes again.
 */
export async function handleEvents(services: JobServices, event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      checkTime(services.deadline);
      const order = parseExportMessage(record.body);
      if (order) await runExport(services, order);
      else for (const key of uploadsOf(record, services.files.bucket)) await runUploaded(services, key, record);
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

/** Keys of the files that a message says were stored in our bucket. S3 writes keys as forms do: a plus for a space, the rest in %XX. */
function uploadsOf({ body }: SQSRecord, bucket: string): string[] {
  const message = parse(body);
  const records = message.Records ?? [];
  if (!Array.isArray(records)) throw new Malformed(body);
  return records.flatMap((record) => {
    const { eventName, s3 } = (record ?? {}) as StoredEvent;
    const key = s3?.object?.key;
    if (typeof eventName !== 'string' || typeof key !== 'string') throw new Malformed(body);
    if (!eventName.startsWith('ObjectCreated:') || s3?.bucket?.name !== bucket) return [];
    const decoded = decode(key);
    return decoded.startsWith(UPLOADS) ? [decoded] : [];
  });
}

interface StoredEvent {
  readonly eventName?: unknown;
  readonly s3?: { readonly bucket?: { readonly name?: unknown }; readonly object?: { readonly key?: unknown } };
}

function parse(body: string): Readonly<Record<string, unknown>> {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch (cause) {
    throw new Malformed(body, { cause });
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) throw new Malformed(body);
  return message as Readonly<Record<string, unknown>>;
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch (cause) {
    throw new Malformed(key, { cause });
  }
}

/** The message that S3 sends about a stored file, for those who must send it in its place. */
export function storedMessage(bucket: string, key: string): string {
  const encoded = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
  const s3 = { bucket: { name: bucket }, object: { key: encoded } };
  return JSON.stringify({ Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Post', s3 }] });
}
