import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { v4 } from 'uuid';
import { MAX_CLAIMS } from '../jobs/times.ts';

/** Handles messages and returns which of them are to be redelivered. */
export type Work = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** A queue in this process that delivers messages to a worker one at a time, as SQS events. */
export interface JobQueue {
  push(body: string): void;
  /** Resolves when nothing is queued, in progress or waiting for redelivery. */
  idle(): Promise<void>;
  /** Delivers nothing more; resolves when the work in progress has ended. */
  close(): Promise<void>;
}

/** Starts a queue. A failed message is redelivered with exponential backoff from `pauseMs`. */
export function startQueue(work: Work, pauseMs = 500): JobQueue {
  const waiting: Message[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let running: Promise<void> | undefined;
  let closed = false;
  const idlers: (() => void)[] = [];

  const settle = () => {
    if (!running && waiting.length === 0 && timers.size === 0) for (const idler of idlers.splice(0)) idler();
  };
  const next = () => {
    if (running || closed) return;
    const message = waiting.shift();
    if (!message) return settle();
    running = deliver(message).finally(() => {
      running = undefined;
      next();
    });
  };
  const deliver = async (message: Message) => {
    const { delivery } = message;
    const failed = await work({ Records: [recordOf(message)] }).then(
      ({ batchItemFailures }) => batchItemFailures.length > 0,
      () => true,
    );
    if (!failed || delivery === MAX_CLAIMS || closed) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        waiting.push({ ...message, delivery: delivery + 1 });
        next();
      },
      pauseMs * 2 ** (delivery - 1),
    );
    timers.add(timer);
  };
  return {
    push: (body) => {
      waiting.push({ body, delivery: 1, sentAt: Date.now() });
      next();
    },
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve);
        settle();
      }),
    close: async () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await running;
    },
  };
}

interface Message {
  readonly body: string;
  readonly delivery: number;
  /** ms; the same at every delivery. */
  readonly sentAt: number;
}

function recordOf({ body, delivery, sentAt }: Message): SQSRecord {
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
