import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { v4 } from 'uuid';
import { MAX_CLAIMS } from '../jobs/times.ts';

/** Handles messages of a company and returns those to be redelivered. */
export type Work = (event: SQSEvent, company: string, signal?: AbortSignal) => Promise<SQSBatchResponse>;

/**
 * A queue in this process that delivers messages to workers as SQS events, one message in each. The workers limit their own concurrency.
 */
export interface JobQueue {
  /** Adds a message, unless an identical one is already queued or in progress. `signal`: aborted when the work is not needed any more. */
  push(body: string, company: string, signal?: AbortSignal): void;
  /** Resolves when nothing is queued, in progress or waiting for redelivery. */
  idle(): Promise<void>;
  /** Stops the delivery; resolves when the work in progress has ended. */
  close(): Promise<void>;
}

/** Starts a queue. A failed message is redelivered with exponential backoff from `pauseMs`. */
export function startQueue(work: Work, pauseMs = 500): JobQueue {
  const onTheWay = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const { signal: closed } = closing;
  const deliver = async ({ body, company, signal }: Message) => {
    const sentAt = Date.now();
    for (let delivery = 1; !closed.aborted && !signal?.aborted; delivery++) {
      const failed = await work({ Records: [recordOf(body, delivery, sentAt)] }, company, signal).then(
        ({ batchItemFailures }) => batchItemFailures.length > 0,
        () => true,
      );
      if (!failed || delivery === MAX_CLAIMS) return;
      await sleep(pauseMs * 2 ** (delivery - 1), undefined, { signal: closed }).catch(() => undefined);
    }
  };
  return {
    push: (body, company, signal) => {
      if (closed.aborted || onTheWay.has(body)) return;
      const delivered = deliver({ body, company, ...(signal && { signal }) }).finally(() => onTheWay.delete(body));
      onTheWay.set(body, delivered);
    },
    idle: async () => {
      while (onTheWay.size > 0) await Promise.all(onTheWay.values());
    },
    close: async () => {
      closing.abort();
      await Promise.all(onTheWay.values());
    },
  };
}

interface Message {
  readonly body: string;
  readonly company: string;
  readonly signal?: AbortSignal;
}

function recordOf(body: string, delivery: number, sentAt: number): SQSRecord {
  const at = String(sentAt);
  return {
    messageId: v4(),
    receiptHandle: v4(),
    body,
    attributes: {
      ApproximateReceiveCount: String(delivery),
      SentTimestamp: at,
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: at,
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:local:0:uploads',
    awsRegion: 'local',
  };
}
