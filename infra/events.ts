import { Duration, Size } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAX_CLAIMS } from '#functions/jobs/times.ts';
import { ProductFunction } from './function.ts';
import type { StackSettings } from './settings.ts';
import { READS, type Storage } from './storage.ts';

/** Longest run of a worker. */
const WORK = Duration.minutes(10);

export interface EventsProps {
  readonly settings: StackSettings;
  readonly storage: Storage;
}

/** A queue with its workers and its dead-letter queue. */
export interface QueueWorker {
  readonly queue: Queue;
  readonly aside: Queue;
  readonly worker: ProductFunction;
}

/** Background work: uploaded files, requested exports, and the sweeper of unfinished jobs. */
export class Events extends Construct {
  readonly uploads: QueueWorker;
  readonly exports: QueueWorker;
  readonly sweeper: ProductFunction;

  constructor(scope: Construct, id: string, { settings, storage }: EventsProps) {
    super(scope, id);
    this.uploads = this.line('Uploads', { settings, storage }, 'Computes files that came to the bucket', 2048, 10);
    this.exports = this.line('Exports', { settings, storage }, 'Builds large exports', 2048, 5);
    storage.tellOfUploads(this.uploads.queue);
    storage.allow(this.uploads.worker, {
      items: [
        { calls: READS, partitions: ['company', 'revisions', 'dictionaries'] },
        { calls: ['PutItem'], partitions: ['company', 'revisions'] },
        { calls: ['UpdateItem'], partitions: ['company'] },
        { calls: ['DeleteItem'], partitions: ['jobs'] },
      ],
      reads: ['uploads', 'rows', 'models'],
      writes: ['rows'],
      removes: ['uploads', 'rows'],
    });
    storage.allow(this.exports.worker, {
      items: [
        { calls: READS, partitions: ['company', 'dictionaries'] },
        { calls: ['PutItem'], partitions: ['company'] },
      ],
      reads: ['rows', 'models'],
      writes: ['exports'],
    });

    this.sweeper = new ProductFunction(this, 'Sweeper', {
      settings,
      entry: 'sweeper',
      description: 'Sees that every job comes to an end',
      timeout: Duration.seconds(55),
      memorySize: 512,
      concurrency: 1,
      environment: {
        ...placesOf(storage),
        UPLOAD_QUEUE_URL: this.uploads.queue.queueUrl,
      },
    });
    storage.allow(this.sweeper, {
      items: [
        { calls: ['GetItem', 'Query'], partitions: ['company', 'revisions', 'jobs', 'sweeper'] },
        { calls: ['PutItem'], partitions: ['sweeper'] },
        { calls: ['UpdateItem'], partitions: ['company'] },
        { calls: ['DeleteItem'], partitions: ['jobs'] },
      ],
      reads: ['uploads'],
      removes: ['uploads', 'rows'],
    });
    this.sweeper.allow(['sqs:SendMessage'], [this.uploads.queue.queueArn]);
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(this.sweeper.lambda, { retryAttempts: 0 })],
    });
  }

  private line(
    id: string,
    { settings, storage }: EventsProps,
    description: string,
    memorySize: number,
    concurrency: number,
  ): QueueWorker {
    const aside = new Queue(this, `${id}Aside`, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const queue = new Queue(this, `${id}Queue`, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
      // Six times the worker's time-out, as AWS advises; the sweeper resends the job of a dead
      // worker much earlier.
      visibilityTimeout: Duration.minutes(6 * WORK.toMinutes()),
      deadLetterQueue: { queue: aside, maxReceiveCount: MAX_CLAIMS },
    });
    const worker = new ProductFunction(this, `${id}Worker`, {
      settings,
      entry: 'worker',
      description,
      timeout: WORK,
      memorySize,
      concurrency,
      environment: placesOf(storage),
      // A workbook of a million rows is built in a file.
      ephemeralStorageSize: Size.gibibytes(2),
    });
    worker.lambda.addEventSource(
      new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency: concurrency }),
    );
    return { queue, aside, worker };
  }
}

function placesOf({ table, files }: Storage): { TABLE_NAME: string; BUCKET_NAME: string } {
  return { TABLE_NAME: table.tableName, BUCKET_NAME: files.bucketName };
}
