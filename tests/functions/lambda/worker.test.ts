import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { csv, openSdkJobHouse, type SdkJobHouse, TYPE } from '../../support/job_fixture.ts';
import { enterFunction } from './environment.ts';
import { contextOf, s3TestEvent, sqsEvent, storedEvent } from './events.ts';

const before = { ...process.env };
const queue = mockClient(SQSClient);
let house: SdkJobHouse;
let work: typeof import('#functions/lambda/worker.ts').handler;
let sweepOnce: typeof import('#functions/lambda/sweeper.ts').handler;

beforeAll(async () => {
  house = await openSdkJobHouse();
  enterFunction(house, { UPLOAD_QUEUE_URL: 'https://queue' });
  ({ handler: work } = await import('#functions/lambda/worker.ts'));
  ({ handler: sweepOnce } = await import('#functions/lambda/sweeper.ts'));
  queue.on(SendMessageCommand).resolves({});
});
afterEach(() => {
  vi.useRealTimers();
  queue.resetHistory();
});
afterAll(async () => {
  process.env = before;
  queue.restore();
  await house.close();
});

/** A job whose file has come, and the message that S3 sends of it. */
async function uploaded() {
  const { job, ...ticket } = await house.ticket();
  await house.send({ job, ...ticket }, csv(30));
  house.messages.length = 0;
  return { job, message: storedEvent(house.s3.bucket, ticket.fields.key ?? '') };
}

test('of a batch only what could not be understood comes again; what concerns no upload is done with', async () => {
  const { job, message } = await uploaded();
  const event = sqsEvent([
    'no JSON',
    s3TestEvent(house.s3.bucket),
    message,
    storedEvent('another-bucket', 'uploads/a/b/c'),
    storedEvent(house.s3.bucket, 'uploads/a/b/c', 'ObjectRemoved:Delete'),
    storedEvent(house.s3.bucket, 'uploads/folder+with+spaces/%D1%85'),
    '{"Records":[{"eventName":"ObjectCreated:Put"}]}',
    storedEvent(house.s3.bucket, 'uploads/%E0%A4%A'),
  ]);
  const [first, , , , , , seventh, eighth] = event.Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  expect(await work(event, contextOf())).toEqual({ batchItemFailures: [first, seventh, eighth] });
  // Operations find the message in the queue by the line about it.
  vi.restoreAllMocks();
  const lines = printed
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const named = lines.filter(({ event: name }) => name === 'message_failed').map(({ message_id }) => message_id);
  expect(named).toEqual([first, seventh, eighth].map((failure) => failure?.itemIdentifier));
  expect((await house.job(job.id)).state).toBe('done');
});

test('the same event by two messages of different ids makes one calculation', async () => {
  const { job, message } = await uploaded();
  const answers = await Promise.all([message, message, message].map((body) => work(sqsEvent([body]), contextOf())));
  expect(answers).toEqual(Array(3).fill({ batchItemFailures: [] }));
  expect(await house.job(job.id)).toMatchObject({ state: 'done', fence: 1 });
  const { body } = await house.person.get(paths.calculation(TYPE, job.calculation));
  expect(body).toMatchObject({ version: 1, rows_count: 30 });
});

test('who has no time left begins nothing and gives everything back', async () => {
  const { job, message } = await uploaded();
  const event = sqsEvent([message, s3TestEvent(house.s3.bucket)]);
  const { batchItemFailures } = await work(event, contextOf(10_000));
  expect(batchItemFailures).toHaveLength(2);
  expect(await house.job(job.id)).toMatchObject({ state: 'waiting', fence: 0 });
});

test('the sweeper sends an event that was lost once more, as the workers understand it', async () => {
  const { job } = await uploaded();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
  await sweepOnce({}, contextOf());
  const bodies = queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
  const [sent, ...others] = bodies.filter(({ MessageBody }) => MessageBody?.includes(job.id));
  expect([sent?.QueueUrl, others]).toEqual(['https://queue', []]);
  // By its group the queue gives other companies their turn.
  expect(sent?.MessageGroupId).toBe(house.person.company.id);
  await work(sqsEvent([sent?.MessageBody ?? '']), contextOf());
  expect((await house.job(job.id)).state).toBe('done');
});
