import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { v4 } from 'uuid';

/** What SQS promises of a queue with a dead letter queue, by a clock that the test sets. */
export interface QueueModel {
  send(body: string): void;
  /** Hands out visible messages, ten at most, as the poller of a Lambda does, and hides them for a while. */
  receive(most?: number): SQSEvent;
  /** Removes what was done of a batch: all but what the worker names; nothing if it named nothing because it failed. */
  settle(event: SQSEvent, response: SQSBatchResponse | undefined): void;
  /** Messages that were received too often, with how often. */
  readonly dead: { readonly body: string; readonly receives: number }[];
  /** Puts the dead letters back, as operations do: as new messages, sent now. */
  redrive(): void;
  /** How many are left, visible or not. */
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
