import type { SQSEvent } from 'aws-lambda';
import { v4 } from 'uuid';

/** A batch as SQS hands it to a worker. */
export function eventOf(bodies: readonly string[]): SQSEvent {
  return { Records: bodies.map((body) => ({ messageId: v4(), body })) } as unknown as SQSEvent;
}
