import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { v4 } from 'uuid';

/** A model of an SQS queue with a dead-letter queue, with a clock that the test sets. */
export interface QueueModel {
  send(body: string): void;
  /** Delivers at most ten visible messages, as Lambda's poller does, and hides them for the visibility time-out. */
  receive(most?: number): SQSEvent;
  /** Removes the processed messages of a batch: all except those that the worker names; none if the worker failed. */
  settle(event: SQSEvent, response: SQSBatchResponse | undefined): void;
  /** Dead letters, with their receive counts. */
  readonly dead: { readonly body: string; readonly receives: number }[];
  /** Returns the dead letters to the queue as operations do: as new messages, sent now. */
  redrive(): void;
  /** Count of remaining messages, visible or not. */
  size(): number;
}

export const MAX_RECEIVES = 5;
export const VISIBILITY_MS = 60_000;
const BATCH = 10;

interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  receives: number;
  visibleAt: number;
}

export function openQueue(now: () => number): QueueModel {
  const messages = new Map<string, Message>();
  const dead: QueueModel['dead'] = [];
  const send = (body: string) => {
    const message = { id: v4(), body, sentAt: now(), receives: 0, visibleAt: now() };
    messages.set(message.id, message);
  };
  return {
    dead,
    send,
    receive: (most = BATCH) => {
      const visible = [...messages.values()].filter(({ visibleAt }) => visibleAt <= now());
      for (const { id, body, receives } of visible) {
        if (receives < MAX_RECEIVES) continue;
        messages.delete(id);
        dead.push({ body, receives });
      }
      const handed = visible.filter(({ receives }) => receives < MAX_RECEIVES).slice(0, most);
      for (const message of handed) {
        message.receives += 1;
        message.visibleAt = now() + VISIBILITY_MS;
      }
      const Records = handed.map(({ id, body, sentAt, receives }) => ({
        messageId: id,
        body,
        attributes: { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(receives) },
      }));
      return { Records } as unknown as SQSEvent;
    },
    settle: (event, response) => {
      if (!response) return;
      const again = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const { messageId } of event.Records) if (!again.has(messageId)) messages.delete(messageId);
    },
    redrive: () => {
      for (const { body } of dead.splice(0)) send(body);
    },
    size: () => messages.size,
  };
}
