import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { csv, type JobHouse, openJobHouse, poisoned, TYPE } from '../../support/job_fixture.ts';
import { eventOf } from '../../support/s3_event.ts';
import { newProject } from '../../support/service.ts';

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
  /** Sends ten files; the ids of their jobs. */
  async function sendTen(): Promise<string[]> {
    const jobs = [];
    for (let n = 0; n < 10; n++) {
      const ticket = await house.ticket({ name: `Лава ${n}` });
      await house.send(ticket, csv(20));
      jobs.push(ticket.job.id);
    }
    return jobs;
  }

  test('nine are done, and one that cannot be done comes five times and then has failed with its reason', async () => {
    const tickets = await sendTen();
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
    const jobs = await sendTen();
    const event = eventOf(house.messages.splice(0));
    const { batchItemFailures } = await handleEvents(poisoned(house.services, jobs), event);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(
      event.Records.map(({ messageId }) => messageId),
    );
    await handleEvents(house.services, event);
    expect(await made()).toEqual([10, 1]);
  });
});

test('keys are read as S3 writes them', async () => {
  const ticket = await house.ticket();
  await house.send(ticket, csv(20));
  const [message = ''] = house.messages.splice(0);
  await house.deliver([message.replaceAll('-', '%2D').replaceAll('uploads/', 'uploads%2F')]);
  expect((await house.job(ticket.job.id)).state).toBe('done');
});
