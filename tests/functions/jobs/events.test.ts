import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { handleEvents, storedMessage } from '#functions/jobs/events.ts';
import { newProject } from '../service.ts';
import { eventOf } from './event.ts';
import { csv, type JobHouse, openJobHouse, poisoned, TYPE } from './job_house.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  house.project = await newProject(house.person);
  house.messages.length = 0;
});

/** Counts what the project has, of the one calculation that the ticket made: how many, of which version. */
async function made(): Promise<[number, number]> {
  const { body } = await house.person.get(`${paths.calculations(TYPE)}?project=${house.project}&limit=100`);
  return [body.count, body.results[0]?.version];
}

describe('an event that comes more than once', () => {
  test.each([2, 5, 20])('%i times one after another makes one calculation', async (times) => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(50));
    const [message = ''] = house.messages.splice(0);
    await house.deliver(Array(times).fill(message));
    expect(await made()).toEqual([1, 1]);
    expect((await house.stored(ticket.job)).length).toBe(1);
  });

  test.each([2, 5, 20])('%i times at once makes one calculation, by one worker', async (times) => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(50));
    const [message = ''] = house.messages.splice(0);
    await Promise.all(Array.from({ length: times }, () => house.deliver([message])));
    expect(await made()).toEqual([1, 1]);
    expect(await house.job(ticket.job.id)).toMatchObject({ state: 'done', fence: 1 });
    expect((await house.stored(ticket.job)).length).toBe(1);
  });
});

test('a form that is sent twice makes one calculation; the file that came last, late, goes', async () => {
  const ticket = await house.ticket();
  await house.send(ticket, csv(50));
  await house.deliver();
  await house.send(ticket, csv(70, 1));
  await house.deliver();
  const { body } = await house.person.get(paths.calculation(TYPE, ticket.job.calculation));
  expect(body).toMatchObject({ version: 1, rows_count: 50 });
  expect(await house.stored(ticket.job)).toEqual([expect.stringMatching(/^rows/)]);
});

test('events of several jobs in any order make one calculation each, of its own file', async () => {
  const tickets = await Promise.all([1, 2, 3, 4].map((n) => house.ticket({ name: `Лава ${n}` })));
  for (const [n, ticket] of tickets.entries()) await house.send(ticket, csv(10 + n));
  await house.deliver(house.messages.splice(0).reverse());
  for (const [n, { job }] of tickets.entries()) {
    const { body } = await house.person.get(paths.calculation(TYPE, job.calculation));
    expect(body).toMatchObject({ name: `Лава ${n + 1}`, rows_count: 10 + n });
  }
});

describe('in a batch of ten', () => {
  test('nine are done, and one that cannot be done comes five times and then has failed with its reason', async () => {
    const tickets = [];
    for (let n = 0; n < 10; n++) {
      const ticket = await house.ticket({ name: `Лава ${n}` });
      await house.send(ticket, csv(20));
      tickets.push(ticket.job.id);
    }
    const bad = tickets[4] ?? '';
    const services = poisoned(house.services, [bad]);
    let event = eventOf(house.messages.splice(0));
    const failures: number[] = [];
    for (let delivery = 1; delivery <= 5; delivery++) {
      const { batchItemFailures } = await handleEvents(services, event);
      failures.push(batchItemFailures.length);
      const again = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      event = { Records: event.Records.filter(({ messageId }) => again.has(messageId)) };
    }
    expect(failures).toEqual([1, 1, 1, 1, 1]);
    expect(await made()).toEqual([9, 1]);
    expect(await house.job(bad)).toMatchObject({ state: 'failed', detail: expect.stringContaining('Не удалось') });
  });

  test('when all fail, every one is to come again', async () => {
    const jobs = [];
    for (let n = 0; n < 10; n++) {
      const ticket = await house.ticket({ name: `Лава ${n}` });
      await house.send(ticket, csv(20));
      jobs.push(ticket.job.id);
    }
    const event = eventOf(house.messages.splice(0));
    const { batchItemFailures } = await handleEvents(poisoned(house.services, jobs), event);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(
      event.Records.map(({ messageId }) => messageId),
    );
    await handleEvents(house.services, event);
    expect(await made()).toEqual([10, 1]);
  });
});

describe('a message that is about no file of ours', () => {
  const about = (eventName: string, bucket: string, key: string) =>
    JSON.stringify({ Records: [{ eventName, s3: { bucket: { name: bucket }, object: { key } } }] });

  test.each([
    ['the test event of a new bucket', '{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"test"}'],
    ['no records', '{"Records":[]}'],
    ['a removal', about('ObjectRemoved:Delete', 'test', 'uploads/a/b/c')],
    ['an unknown event', about('Неведомое:Событие', 'test', 'uploads/a/b/c')],
    ["another's bucket", about('ObjectCreated:Put', 'other', 'uploads/a/b/c')],
    ['rows that we have stored ourselves', about('ObjectCreated:Put', 'test', 'rows/a/b/c')],
    ['a folder above', about('ObjectCreated:Put', 'test', 'uploads/../rows/c')],
    ['a key with a plus and a space', about('ObjectCreated:Put', 'test', 'uploads/a+b%20c/%2B/d')],
    ['a Cyrillic key', about('ObjectCreated:Put', 'test', 'uploads/%D1%88%D0%B0%D1%85%D1%82%D0%B0')],
    ['a job that never was', storedMessage('test', 'uploads/a/b/0197ffff-ffff-7fff-bfff-ffffffffffff')],
  ])('%s is done with, without work', async (_, body) => {
    const before = await house.stored();
    expect(await house.deliver([body])).toEqual({ batchItemFailures: [] });
    expect(await house.stored()).toEqual(before);
  });

  test.each([
    ['no JSON', 'мусор'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['records that are no list', '{"Records":{}}'],
    ['a record that is null', '{"Records":[null]}'],
    ['a record without a key', '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"test"}}}]}'],
    ['a key of another kind', about('ObjectCreated:Put', 'test', 7 as never)],
    ['a key that is cut', about('ObjectCreated:Put', 'test', 'uploads/%E0%A4%A')],
  ])('%s goes round until the queue puts it aside, and keeps nobody from his work', async (_, body) => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const { batchItemFailures } = await house.deliver([body, ...house.messages.splice(0)]);
    expect(batchItemFailures.length).toBe(1);
    expect((await house.job(ticket.job.id)).state).toBe('done');
  });
});

test('keys are read as S3 writes them', async () => {
  const ticket = await house.ticket();
  await house.send(ticket, csv(20));
  const [message = ''] = house.messages.splice(0);
  await house.deliver([message.replaceAll('-', '%2D').replaceAll('uploads/', 'uploads%2F')]);
  expect((await house.job(ticket.job.id)).state).toBe('done');
});

describe('much later', () => {
  test('the event of an ended job changes nothing: an hour, four days, two weeks', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(50));
    const [message = ''] = house.messages;
    await house.deliver();
    const before = await house.job(ticket.job.id);
    for (const hours of [1, 96, 336]) {
      house.later(hours * 3600);
      expect(await house.deliver([message])).toEqual({ batchItemFailures: [] });
      expect(await house.job(ticket.job.id)).toEqual(before);
    }
  });
});
