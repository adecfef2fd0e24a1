import type { SQSEvent } from 'aws-lambda';
import { v4 } from 'uuid';

/** A batch as SQS delivers it to a worker; its messages were sent at `sentAt`, ms: long ago by default. */
export function eventOf(bodies: readonly string[], sentAt = 0): SQSEvent {
  const attributes = { SentTimestamp: String(sentAt) };
  return { Records: bodies.map((body) => ({ messageId: v4(), body, attributes })) } as unknown as SQSEvent;
}
