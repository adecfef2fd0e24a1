import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UploadTicket } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { storedMessage } from '#functions/jobs/queue_message.ts';
import { csv, type JobHouse, openJobHouse, poisoned, readingLater, TYPE } from '../../support/job_fixture.ts';
import { eventOf } from '../../support/s3_event.ts';
import { newProject } from '../../support/service.ts';
import { disturbed } from '../../support/store_calls.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  house.person = await house.signInAgain();
  house.project = await newProject(house.person);
  house.messages.length = 0;
});

const retry = (id: string) => house.person.post(paths.retryJob(id), {});

/** A job that five workers could not do, by no fault of its file. */
async function failedByUs(): Promise<UploadTicket> {
  const ticket = await house.ticket();
  await house.send(ticket, csv(20));
  await failFive(ticket, house.messages.splice(0));
  return ticket;
}

async function failFive({ job }: UploadTicket, messages: readonly string[]): Promise<void> {
  for (let times = 0; times < 5; times++) await house.deliver(messages, poisoned(house.services, [job.id]));
  expect((await house.job(job.id)).state).toBe('failed');
}

/** Lets a minute pass, and the workers do what the sweeper sends. */
async function goOn(): Promise<void> {
  house.later(90);
  await house.sweep();
  await house.deliver();
}

describe('a job that failed by no fault of its file', () => {
  test('is started over by the person, with all its claims, and done; then its file goes', async () => {
    const { job } = await failedByUs();
    const { body } = await house.person.get(paths.job(job.id));
    expect(Date.parse(body.retry_until)).toBe(Date.parse(job.created_at) + 24 * 3600_000);
    expect((await retry(job.id)).body).toMatchObject({
      state: 'waiting',
      progress: 0,
      detail: null,
      retry_until: null,
    });
    await goOn();
    expect(await house.job(job.id)).toMatchObject({ state: 'done', progress: 1, retry_until: null });
    expect((await house.person.get(paths.calculation(TYPE, job.calculation))).body.rows_count).toBe(20);
    expect(await house.stored(job)).toEqual([expect.stringMatching(/^rows/)]);
    expect((await retry(job.id)).status).toBe(409);
  });

  test('may fail again after five more claims, and be started over again', async () => {
    const ticket = await failedByUs();
    await retry(ticket.job.id);
    house.later(90);
    await house.sweep();
    await failFive(ticket, house.messages.splice(0));
    await retry(ticket.job.id);
    await goOn();
    expect((await house.job(ticket.job.id)).state).toBe('done');
  });

  test('is started over once by two clicks', async () => {
    const { job } = await failedByUs();
    const { fence } = await house.job(job.id);
    const answers = await Promise.all([retry(job.id), retry(job.id), retry(job.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await house.job(job.id)).toMatchObject({ state: 'waiting', fence: fence + 1 });
  });

  test('is not started over when the file is gone, and says what to do', async () => {
    const { job } = await failedByUs();
    await house.files.remove((await house.job(job.id)).upload);
    const { status, body } = await retry(job.id);
    expect([status, body.code, body.current.state]).toEqual([409, 'not_retriable', 'failed']);
    expect(body.detail).toBe('Файл на сервере уже удалён. Загрузите файл снова.');
  });

  test('keeps its file for a day and no longer', async () => {
    const { job } = await failedByUs();
    house.later(23 * 3600);
    await house.sweep();
    expect((await house.stored(job)).length).toBe(1);
    house.later(2 * 3600);
    house.person = await house.signInAgain();
    expect((await retry(job.id)).status).toBe(409);
    await house.sweep();
    expect(await house.stored(job)).toEqual([]);
  });

  test('is started over by a message that operations send after it had failed, not by one that comes late', async () => {
    const { job } = await failedByUs();
    const { upload, updated_at } = await house.job(job.id);
    const message = [storedMessage('test', upload)];
    await handleEvents(house.services, eventOf(message, Date.parse(updated_at)));
    expect((await house.job(job.id)).state).toBe('failed');
    await handleEvents(house.services, eventOf(message, Date.parse(updated_at) + 1));
    expect((await house.job(job.id)).state).toBe('done');
  });

  test('stores nothing of a worker that was at it before', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const { services, wake } = readingLater(house);
    const at = house.clock;
    const late = house.deliver(undefined, { ...services, now: () => at });
    await expect.poll(async () => (await house.job(ticket.job.id)).state).toBe('running');
    house.later(15 * 60 + 1);
    house.person = await house.signInAgain();
    await house.sweep();
    await retry(ticket.job.id);
    const before = await house.job(ticket.job.id);
    wake();
    await late;
    expect(await house.job(ticket.job.id)).toEqual(before);
    await goOn();
    expect(await house.job(ticket.job.id)).toMatchObject({ state: 'done', fence: 3 });
  });
});

test('a job whose file is at fault cannot be started over', async () => {
  const ticket = await house.ticket();
  await house.send(ticket, 'это не таблица');
  await house.deliver();
  const { status, body } = await retry(ticket.job.id);
  expect([status, body.code, body.current.retry_until]).toEqual([409, 'not_retriable', null]);
  expect(body.detail).toMatch(/^С этим файлом повтор не поможет/);
});

describe('a worker whose time is over', () => {
  /** Services whose worker must end when it is about to read a file. */
  const hurried = () => {
    const { files } = house.services;
    const stop = new AbortController();
    const get: typeof files.get = () => {
      stop.abort();
      return new Promise(() => {});
    };
    return { ...house.services, files: { ...files, get }, deadline: stop.signal };
  };

  test('lets its job go at once, and begins none of the others', async () => {
    const tickets = [await house.ticket(), await house.ticket()];
    for (const ticket of tickets) await house.send(ticket, csv(20));
    const messages = house.messages.splice(0);
    expect((await house.deliver(messages, hurried())).batchItemFailures.length).toBe(2);
    const [first, second] = await Promise.all(tickets.map(({ job }) => house.job(job.id)));
    expect(first).toMatchObject({ state: 'running', fence: 1, lease_ends_at: 0 });
    expect(second).toMatchObject({ state: 'waiting', fence: 0 });
    await house.deliver(messages);
    for (const { job } of tickets) expect((await house.job(job.id)).state).toBe('done');
  });

  test('lets it go also when a word to the store hangs', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const { db } = house.services;
    const stop = new AbortController();
    let begun = false;
    const hanging = disturbed(db, ({ name }, carryOut) => {
      // The claim is answered; what is reported after it is not, once.
      if (!begun || stop.signal.aborted || name !== 'update') {
        begun ||= name === 'update';
        return carryOut();
      }
      stop.abort();
      return new Promise(() => {});
    });
    const services = { ...house.services, db: hanging, deadline: stop.signal };
    expect((await house.deliver(undefined, services)).batchItemFailures.length).toBe(1);
    expect(await house.job(ticket.job.id)).toMatchObject({ state: 'running', lease_ends_at: 0 });
  });

  test('five times: the job has failed for its length, and can be started over', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const messages = house.messages.splice(0);
    for (let times = 0; times < 5; times++) await house.deliver(messages, hurried());
    const detail = expect.stringContaining('слишком много времени');
    expect(await house.job(ticket.job.id)).toMatchObject({ state: 'failed', detail });
    expect((await retry(ticket.job.id)).status).toBe(200);
  });
});
