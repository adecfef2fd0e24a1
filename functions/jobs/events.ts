import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { readExportMessage, runExport } from '../export/export_message.ts';
import { readUploadKey } from '../store/file_key.ts';
import { UPLOADS } from '../store/layout.ts';
import { Tenant } from '../store/tenant.ts';
import { checkTime } from './deadline.ts';
import { runJob } from './run_job.ts';
import type { JobServices } from './services.ts';

/** An unreadable message; it is redelivered until it reaches the dead-letter queue. */
class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** Handles messages of one kind; `content` is the value of its property. */
type MessageHandler = (services: JobServices, content: unknown, record: SQSRecord) => Promise<void>;

/** Kinds of messages by the property that holds their content: a new kind is a new entry. */
const MESSAGE_HANDLERS: Readonly<Record<string, MessageHandler>> = {
  export: (services, content) => runExport(services, readExportMessage(content)),
  Records: async (services, content, record) => {
    for (const key of uploadsOf(content, services.files.bucket)) await runUploaded(services, key, record);
  },
};

/**
 * Handles messages one after another: a worker's memory is for one table. Returns which messages
 * are to be redelivered. A message of no known kind (the test event of a new bucket) needs nothing.
 * After
 * `services.deadline` the work in progress is released and the other messages are redelivered.
 */
export async function handleEvents(services: JobServices, event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      checkTime(services.deadline);
      const message = parse(record.body);
      for (const [kind, handle] of Object.entries(MESSAGE_HANDLERS))
        if (Object.hasOwn(message, kind)) await handle(services, message[kind], record);
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

/**
 * Keys of the stored files of our bucket in an S3 event. S3 encodes keys like forms: a plus for a
 * space, other characters as %XX.
 */
function uploadsOf(content: unknown, bucket: string): string[] {
  const records = content ?? [];
  if (!Array.isArray(records)) throw new Malformed(JSON.stringify(content));
  return records.flatMap((record) => {
    const { eventName, s3 } = (record ?? {}) as StoredEvent;
    const key = s3?.object?.key;
    if (typeof eventName !== 'string' || typeof key !== 'string') throw new Malformed(JSON.stringify(record));
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

/**
 * The event of a stored file in the format of S3, for stores that send no events and for lost
 * events.
 */
export function storedMessage(bucket: string, key: string): string {
  const encoded = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
  const s3 = { bucket: { name: bucket }, object: { key: encoded } };
  return JSON.stringify({ Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Post', s3 }] });
}
