import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse } from 'aws-lambda';
import type { Functions } from './functions.ts';
import { ACCOUNT, REGION, type Template } from './template.ts';

interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  visibleAt: number;
  received: number;
  firstReceivedAt: number;
}

interface Queue {
  readonly arn: string;
  readonly visibilityMs: number;
  readonly redrive?: { readonly to: string; readonly after: number };
  readonly messages: Message[];
}

/** The queues of a template, and their deliveries to its functions, as SQS and Lambda's poller do them. */
export class Queues {
  readonly #queues = new Map<string, Queue>();
  readonly #pump: () => void;
  readonly #now: () => number;

  constructor(template: Template, functions: Functions, now: () => number, log: (line: string) => void) {
    this.#now = now;
    for (const { id, props } of template.ofType('AWS::SQS::Queue')) {
      const { deadLetterTargetArn, maxReceiveCount } = props.RedrivePolicy ?? {};
      const arn = `arn:aws:sqs:${REGION}:${ACCOUNT}:${id}`;
      this.#queues.set(arn, {
        arn,
        visibilityMs: (props.VisibilityTimeout ?? 30) * 1000,
        ...(deadLetterTargetArn && { redrive: { to: deadLetterTargetArn, after: maxReceiveCount } }),
        messages: [],
      });
    }
    const pollers = template.ofType('AWS::Lambda::EventSourceMapping').map(({ props }) => {
      const { EventSourceArn, FunctionName, BatchSize, FunctionResponseTypes = [], ScalingConfig } = props;
      const queue = this.#of(EventSourceArn);
      const limit = Math.min(ScalingConfig?.MaximumConcurrency ?? 1000, functions.concurrency(FunctionName));
      let running = 0;
      const deliver = async (batch: readonly Message[]) => {
        try {
          const answer = await functions.invoke(FunctionName, eventOf(queue, batch));
          const failed = FunctionResponseTypes.includes('ReportBatchItemFailures') ? failuresOf(answer, batch) : [];
          for (const message of batch) if (!failed.includes(message.id)) remove(queue, message);
        } catch (error) {
          // The messages stay and are seen again after their visibility time-out.
          log(`delivery failed: ${error}`);
        } finally {
          running -= 1;
          this.#pump();
        }
      };
      return () => {
        while (running < limit) {
          const batch = this.#receive(queue, BatchSize, now());
          if (batch.length === 0) return;
          running += 1;
          void deliver(batch);
        }
      };
    });
    this.#pump = () => {
      for (const poll of pollers) poll();
    };
  }

  send(arn: string, body: string): string {
    const now = this.#now();
    const id = randomUUID();
    this.#of(arn).messages.push({ id, body, sentAt: now, visibleAt: now, received: 0, firstReceivedAt: 0 });
    this.#pump();
    return id;
  }

  /** Delivers the messages that have become visible. */
  poll(): void {
    this.#pump();
  }

  /** Bodies of the messages of a queue, visible or in flight. */
  bodies(arn: string): string[] {
    return this.#of(arn).messages.map(({ body }) => body);
  }

  /** ARNs of all queues. */
  arns(): string[] {
    return [...this.#queues.keys()];
  }

  #receive(queue: Queue, count: number, now: number): Message[] {
    const { redrive, messages, visibilityMs } = queue;
    const visible = messages.filter(({ visibleAt }) => visibleAt <= now);
    const batch: Message[] = [];
    for (const message of visible) {
      if (redrive && message.received >= redrive.after) {
        remove(queue, message);
        this.#of(redrive.to).messages.push(message);
      } else if (batch.length < count) {
        message.received += 1;
        message.firstReceivedAt ||= now;
        message.visibleAt = now + visibilityMs;
        batch.push(message);
      }
    }
    return batch;
  }

  #of(arn: string): Queue {
    const queue = this.#queues.get(arn);
    if (!queue) throw new Error(`The template has no queue ${arn}`);
    return queue;
  }
}

function remove({ messages }: Queue, message: Message): void {
  const at = messages.indexOf(message);
  if (at >= 0) messages.splice(at, 1);
}

/** Source: AWS Lambda Developer Guide, «Using Lambda with Amazon SQS», example event. */
function eventOf({ arn }: Queue, batch: readonly Message[]): unknown {
  return {
    Records: batch.map(({ id, body, sentAt, received, firstReceivedAt }) => ({
      messageId: id,
      receiptHandle: randomUUID(),
      body,
      attributes: {
        ApproximateReceiveCount: String(received),
        SentTimestamp: String(sentAt),
        SenderId: ACCOUNT,
        ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: arn,
      awsRegion: REGION,
    })),
  };
}

/** An answer that names an unknown message fails the whole batch, as in Lambda. */
function failuresOf(answer: unknown, batch: readonly Message[]): readonly string[] {
  const { batchItemFailures = [] } = (answer ?? {}) as Partial<SQSBatchResponse>;
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  const known = batch.map(({ id }) => id);
  return failed.every((id) => known.includes(id)) ? failed : known;
}
