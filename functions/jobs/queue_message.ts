import * as z from 'zod/mini';
import { exportRequested } from '../export/export_message.ts';

/** What S3 reports of one file. Its key is encoded like a form: a plus for a space, others as %XX. */
const storedFile = z.object({
  eventName: z.string(),
  s3: z.object({ bucket: z.object({ name: z.unknown() }), object: z.object({ key: z.string() }) }),
});

/** An event of S3, whose format is not ours: it has records in place of a kind. */
const filesStored = z.pipe(
  z.object({ Records: z.nullable(z.array(storedFile)) }),
  z.transform(({ Records }) => ({ kind: 'files_stored' as const, files: Records ?? [] })),
);

const absent = z.optional(z.undefined());

/** An object that is neither, such as the test event of a new bucket. */
const needsNothing = z.pipe(
  z.object({ kind: absent, export: absent, Records: absent }),
  z.transform(() => ({ kind: 'needs_nothing' as const })),
);

/** All messages of the workers' queues: a new kind is a new schema here. */
const queueMessage = z.union([exportRequested, filesStored, needsNothing]);

/** A message of the workers' queues, told apart by `kind`. */
export type QueueMessage = z.infer<typeof queueMessage>;

/** A file in an event of S3. */
export type StoredFile = z.infer<typeof storedFile>;

/** An unreadable message; it is redelivered until it reaches the dead-letter queue. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** Reads the body of a message. Throws Malformed. */
export function readQueueMessage(body: string): QueueMessage {
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch (cause) {
    throw new Malformed(body, { cause });
  }
  const read = z.safeParse(queueMessage, content);
  if (!read.success) throw new Malformed(body, { cause: read.error });
  return read.data;
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
