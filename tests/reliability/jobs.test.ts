import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { UploadTicket } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { storedMessage } from '#functions/jobs/queue_message.ts';
import type { JobServices } from '#functions/jobs/services.ts';
import { changeAccess } from '#functions/store/access.ts';
import { type FileKey, rowsKey } from '#functions/store/file_key.ts';
import { listPointers, readJob } from '#functions/store/jobs.ts';
import { csv, interruptedBy, type JobHouse, openJobHouse, poisoned, suspended, TYPE } from '../support/job_fixture.ts';
import { openQueue, type QueueModel, VISIBILITY_MS } from '../support/reliability/queue_model.ts';
import { reliabilityRounds, reliabilityTest, sumOf } from '../support/reliability/reliability_test.ts';
import { newProject, type Person } from '../support/service.ts';
import type { AroundCall } from '../support/store_calls.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());
beforeEach(newDay);

/** The same user with a new session, in a new project; no message is waiting. */
async function newDay(): Promise<void> {
  house.person = await house.signInAgain();
  house.project = await newProject(house.person);
  house.messages.length = 0;
}

/** A ticket whose file has come, with the message about it. */
async function uploaded(rows = 20, fields: object = {}, by: Person = house.person) {
  const ticket = await house.ticket(fields, by);
  expect(await house.send(ticket, csv(rows))).toBe(204);
  const [message = ''] = house.messages.splice(0);
  return { ticket, message };
}

/** What the job has made: how many calculations there are in its project, of which version and rows, and how many files it keeps. */
async function made({ job }: UploadTicket) {
  const { body } = await house.person.get(`${paths.calculations(TYPE)}?project=${job.project}&limit=100`);
  const own = body.results.filter(({ id }: { id: string }) => id === job.calculation);
  const { version, rows_count } = own[0] ?? {};
  return { all: body.count, own: own.length, version, rows: rows_count, files: (await house.stored(job)).length };
}

const until = (holds: () => Promise<boolean>) => expect.poll(holds, { timeout: 30_000 }).toBe(true);

/** A test whose `run` is repeated n times, with a new session and project each time. */
function testByDays(
  about: Parameters<typeof reliabilityTest>[0],
  run: (round: number) => Promise<unknown>,
  figures: (n: number) => string,
): void {
  reliabilityTest(about, async (n) => {
    for (let round = 0; round < n; round++) {
      await newDay();
      await run(round);
    }
    return figures(n);
  });
}

reliabilityRounds(
  {
    id: 'EVT-01',
    stimulus: 'the event of a file comes 2, 5, 20 times under other message ids, one after another and at once',
    pass: 'one calculation of version 1, one rows file',
    quick: 1,
    full: 100,
  },
  async () => {
    await newDay();
    let deliveries = 0;
    for (const [place, times] of [2, 5, 20, 2, 5, 20].entries()) {
      house.project = await newProject(house.person);
      const { ticket, message } = await uploaded();
      if (place < 3) await house.deliver(Array(times).fill(message));
      else await Promise.all(Array.from({ length: times }, () => house.deliver([message])));
      deliveries += times;
      expect(await made(ticket)).toEqual({ all: 1, own: 1, version: 1, rows: 20, files: 1 });
      expect(await house.job(ticket.job.id)).toMatchObject({ state: 'done', fence: 1 });
    }
    return deliveries;
  },
  (deliveries) => {
    const jobs = deliveries.length * 6;
    return `${jobs} jobs, ${sumOf(deliveries)} deliveries, ${jobs} calculations, 0 doubled`;
  },
);

testByDays(
  {
    id: 'EVT-02',
    stimulus: 'a form is sent twice and its events come in reverse: before, during, and after the work',
    pass: 'one calculation, whole, of one file: of the newest that lay there when the work began; nothing overwrites it',
    quick: 3,
    full: 100,
  },
  async (round) => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const sendNewer = () => house.send(ticket, csv(30, 1));
    if (round % 3 === 0) await sendNewer();
    const services = round % 3 === 1 ? interruptedBy(house.services, 'put', sendNewer) : house.services;
    await house.deliver(house.messages.splice(0).reverse(), services);
    if (round % 3 === 2) await sendNewer();
    await house.deliver(house.messages.splice(0).reverse());
    expect(await made(ticket)).toMatchObject({ all: 1, version: 1, rows: round % 3 === 0 ? 30 : 20 });
    house.later(3600);
    await house.sweep();
    expect(await house.stored(ticket.job)).toEqual([expect.stringMatching(/^rows/)]);
  },
  (n) => `${n} of ${n}, 0 overwritten`,
);

reliabilityRounds(
  {
    id: 'EVT-03',
    stimulus: 'the event of a file never comes',
    pass: 'the sweeper sends it within 2 minutes, the job is done within 5',
    quick: 2,
    full: 100,
  },
  async () => {
    await newDay();
    const { ticket } = await uploaded();
    const began = house.clock.getTime();
    let sentAfter = 0;
    while ((await house.job(ticket.job.id)).state !== 'done') {
      house.later(30);
      const after = (house.clock.getTime() - began) / 1000;
      expect(after).toBeLessThanOrEqual(300);
      if ((await house.sweep()).length > 0) sentAfter ||= after;
      await house.deliver();
    }
    expect(sentAfter).toBeLessThanOrEqual(120);
    return sentAfter;
  },
  (seconds) => `${seconds.length} of ${seconds.length} done, sent after ${Math.max(...seconds)} s at most`,
);

testByDays(
  {
    id: 'EVT-05',
    stimulus: 'a worker is suspended at the reading or the storing until another has the job or has done it',
    pass: 'the late one writes nothing of the job; one calculation',
    quick: 4,
    full: 100,
  },
  async (round) => {
    const { ticket, message } = await uploaded();
    const { id } = ticket.job;
    const late = suspended(house, round % 2 ? 'put' : 'get');
    const working = house.deliver([message], late.services);
    await until(async () => (await house.job(id)).fence === 1);
    if (round % 2) await until(async () => (await house.job(id)).rows.length === 1);
    house.later(80);
    const other = suspended(house, 'put');
    if (round % 4 < 2) other.goOn();
    const otherWorking = house.deliver([message], other.services);
    await until(async () => (await house.job(id)).fence === 2);
    if (round % 4 < 2) await otherWorking;
    else await until(async () => (await house.job(id)).progress > 0.8);
    const before = await house.job(id);
    late.goOn();
    expect(await working).toEqual({ batchItemFailures: [] });
    const after = await house.job(id);
    // The other one may continue its heartbeat.
    const told = { progress: 0, updated_at: '', lease_ends_at: 0 };
    expect({ ...after, ...told }).toEqual({ ...before, ...told });
    other.goOn();
    await otherWorking;
    expect(await house.job(id)).toMatchObject({ state: 'done', fence: 2 });
    expect(await made(ticket)).toMatchObject({ all: 1, version: 1, files: 1 });
  },
  (n) => `${n} of ${n}, 0 late writes`,
);

/** Lets a worker take what the queue has, until nothing is left; throws if that never comes. */
async function drain(queue: QueueModel, services: JobServices): Promise<void> {
  for (let receive = 0; queue.size() > 0; receive++) {
    if (receive > 20) throw new Error(`${queue.size()} messages go round for ever`);
    const event = queue.receive();
    queue.settle(event, await handleEvents(services, event));
    house.later(VISIBILITY_MS / 1000 + 1);
  }
}

/** A queue with the messages of ten uploaded files. */
async function queueOfTen() {
  const queue = openQueue(() => house.clock.getTime());
  const tickets: UploadTicket[] = [];
  for (let file = 0; file < 10; file++) {
    const { ticket, message } = await uploaded();
    tickets.push(ticket);
    queue.send(message);
  }
  return { queue, tickets };
}

testByDays(
  {
    id: 'EVT-06',
    stimulus:
      'a batch of ten with one message that cannot be done, until the fault is mended and operations send it once more',
    pass: 'nine are done once; one is put aside after exactly 5 receives, its job has failed and says why; sent once more, it is done',
    quick: 1,
    full: 50,
  },
  async (round) => {
    const { queue, tickets } = await queueOfTen();
    const bad = tickets[round % 10]?.job.id ?? '';
    await drain(queue, poisoned(house.services, [bad]));
    expect(queue.dead.map(({ receives }) => receives)).toEqual([5]);
    const failed = await house.job(bad);
    expect(failed).toMatchObject({ state: 'failed', fence: 5, detail: expect.stringContaining('Не удалось') });
    for (const { job } of tickets.filter((ticket) => ticket.job.id !== bad))
      expect(await house.job(job.id)).toMatchObject({ state: 'done', fence: 1 });
    queue.redrive();
    await drain(queue, house.services);
    expect([queue.dead, (await house.job(bad)).state]).toEqual([[], 'done']);
    house.person = await house.signInAgain();
    for (const ticket of tickets)
      expect(await made(ticket)).toEqual({ all: 10, own: 1, version: 1, rows: 20, files: 1 });
  },
  (n) => `${n * 9} done at once, ${n} of ${n} put aside after 5 receives and done when sent once more`,
);

testByDays(
  {
    id: 'EVT-07',
    stimulus: 'all ten of a batch fail, with an Error, a text, or nothing at all',
    pass: 'each of the ten comes again, and is done once',
    quick: 1,
    full: 20,
  },
  async (round) => {
    const { queue, tickets } = await queueOfTen();
    const thrown = [undefined, 'отравлено', new Error('отравлено'), null][round % 4];
    const event = queue.receive();
    const fail = async () => Promise.reject(thrown);
    const response = await handleEvents(interruptedBy(house.services, 'get', fail), event);
    expect(response.batchItemFailures.length).toBe(10);
    queue.settle(event, response);
    house.later(VISIBILITY_MS / 1000 + 1);
    await drain(queue, house.services);
    expect(queue.dead).toEqual([]);
    for (const ticket of tickets) expect(await made(ticket)).toMatchObject({ all: 10, own: 1, version: 1 });
  },
  (n) => `${n * 10} messages, 0 lost`,
);

testByDays(
  {
    id: 'EVT-10',
    stimulus: 'while a job runs its project or its calculation is archived, or its user is disabled',
    pass: 'the job has failed and says why; nothing is made, nothing comes back out of the archive',
    quick: 6,
    full: 60,
  },
  async (round) => {
    const call = round % 2 ? 'put' : 'get';
    const what = round % 3;
    const person = what === 2 ? await house.createUser() : house.person;
    const project = await newProject(person);
    const first = what === 1 ? await uploaded(20, { project }) : undefined;
    if (first) await house.deliver([first.message]);
    const replaced = first && { calculation: first.ticket.job.calculation, version: 1 };
    const { ticket, message } = await uploaded(30, { project, ...replaced }, person);
    const archived = { is_deleted: true, is_active: false };
    const interruption = async () => {
      const { job } = ticket;
      if (what === 0) {
        const { body } = await person.get(paths.project(project));
        return person.patch(paths.changeProject(project), { ...body, ...archived });
      }
      if (what === 1) return person.patch(paths.changeCalculation(TYPE, job.calculation), archived);
      return changeAccess(house.db, person.tenant, person.user.id, 'disable');
    };
    await house.deliver([message], interruptedBy(house.services, call, interruption));
    const job = await readJob(house.db, person.tenant, ticket.job.id);
    const why = ['Проект отправили в архив', 'Расчёт изменили', 'отключили'][what] ?? '';
    expect(job).toMatchObject({ state: 'failed', detail: expect.stringContaining(why) });
    if (what === 2) return;
    const calculation = await person.get(paths.calculation(TYPE, ticket.job.calculation));
    if (what === 0) expect((await person.get(paths.project(project))).body.is_deleted).toBe(true);
    if (what === 0) expect(calculation.status).toBe(404);
    else expect(calculation.body).toMatchObject({ is_deleted: true, version: 2, rows_count: 20 });
  },
  (n) => `${n} of ${n} discarded, 0 came back`,
);

const about = (eventName: unknown, bucket: unknown, key: unknown) =>
  JSON.stringify({ Records: [{ eventName, s3: { bucket: { name: bucket }, object: { key } } }] });

/** Messages about files that do not belong to the product. */
const NOT_OURS: readonly string[] = [
  '{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"test"}',
  '{}',
  '{"Records":[]}',
  about('ObjectRemoved:Delete', 'test', 'uploads/a/b/c'),
  about('ObjectRestore:Completed', 'test', 'uploads/a/b/c'),
  about('Неведомое:Событие', 'test', 'uploads/a/b/c'),
  about('', 'test', 'uploads/a/b/c'),
  about('ObjectCreated:Put', 'other', 'uploads/a/b/c'),
  about('ObjectCreated:Put', 7, 'uploads/a/b/c'),
  about('ObjectCreated:Put', 'test', 'rows/a/b/c'),
  about('ObjectCreated:Put', 'test', 'exports/a/b.xlsx'),
  about('ObjectCreated:Put', 'test', 'uploads/../rows/c'),
  about('ObjectCreated:Put', 'test', 'uploads/'),
  about('ObjectCreated:Put', 'test', ''),
  about('ObjectCreated:Put', 'test', 'uploads/a+b%20c/%2B/d'),
  about('ObjectCreated:Put', 'test', 'uploads/a%25b/%2525/d'),
  about('ObjectCreated:Put', 'test', 'uploads/%D1%88%D0%B0%D1%85%D1%82%D0%B0'),
  about('ObjectCreated:Put', 'test', `uploads/${'x'.repeat(1024)}`),
  storedMessage('test', 'uploads/a/b/0197ffff-ffff-7fff-bfff-ffffffffffff'),
  storedMessage('test', 'uploads/__proto__/constructor/0197ffff-ffff-7fff-bfff-ffffffffffff'),
];

/** Malformed messages. */
const UNREADABLE: readonly string[] = [
  'мусор',
  '',
  '[]',
  'null',
  '"text"',
  '{"Records":{}}',
  '{"Records":[null]}',
  '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"test"}}}]}',
  about('ObjectCreated:Put', 'test', 7),
  about(null, 'test', 'uploads/a'),
  about('ObjectCreated:Put', 'test', 'uploads/%E0%A4%A'),
  about('ObjectCreated:Put', 'test', 'uploads/%'),
  '{"export":',
  '{"export":{"format":"exe"}}',
  '{"export":null}',
];

reliabilityTest(
  {
    id: 'EVT-11',
    stimulus: 'messages of new buckets, other events, buckets and folders, odd keys; messages that nobody can read',
    pass: 'the former are done with at once, the latter put aside after 5 receives; no work, no write, no crash; the job among them is done',
    quick: NOT_OURS.length + UNREADABLE.length,
    full: NOT_OURS.length + UNREADABLE.length,
  },
  async (n) => {
    const queue = openQueue(() => house.clock.getTime());
    for (const body of [...NOT_OURS, ...UNREADABLE]) queue.send(body);
    const writes = watchWrites();
    await drain(queue, house.services);
    expect(writes.done()).toEqual([]);
    expect(queue.dead.map(({ body, receives }) => [body, receives])).toEqual(UNREADABLE.map((body) => [body, 5]));
    await newDay();
    for (const body of UNREADABLE) {
      const { ticket, message } = await uploaded();
      expect((await house.deliver([body, message])).batchItemFailures.length).toBe(1);
      expect((await house.job(ticket.job.id)).state).toBe('done');
    }
    return `${n} of ${n}: ${NOT_OURS.length} done with, ${UNREADABLE.length} put aside`;
  },
);

/** Names of the calls that change the table or the bucket from now on. */
function watchWrites() {
  const writes: string[] = [];
  const watch: AroundCall = ({ name }, carryOut) => {
    if (/^(?:put|update|remove)/.test(name)) writes.push(name);
    return carryOut();
  };
  const undo = [house.db.disturb(watch), house.files.disturb(watch)];
  return {
    done: () => {
      for (const take of undo) take();
      return writes;
    },
  };
}

reliabilityTest(
  {
    id: 'EVT-12',
    stimulus:
      'the files that the product writes itself (rows, models, exports) are told of as if they had been uploaded',
    pass: 'they start nothing: no write, no job',
    quick: 10,
    full: 100,
  },
  async (n) => {
    const { ticket, message } = await uploaded();
    await house.deliver([message]);
    const own = (await house.stored(ticket.job)) as FileKey[];
    expect(own.length).toBe(1);
    const writes = watchWrites();
    for (let round = 0; round < n; round++) {
      const { company } = house.person.tenant;
      const hash = round.toString(16).padStart(64, '0');
      const keys = [...own, `models/${company}/${hash}`, `exports/${company}/${hash}.xlsx`];
      const rows = rowsKey(house.person.tenant, ticket.job.calculation, hash);
      const messages = [...keys, rows].map((key) => storedMessage('test', key));
      expect(await house.deliver(messages)).toEqual({ batchItemFailures: [] });
    }
    expect(writes.done()).toEqual([]);
    return `${n * 4} messages, 0 writes`;
  },
);

testByDays(
  {
    id: 'EVT-13',
    stimulus: 'the event of a done job comes again after 1 hour, 4 days, 14 days, late or sent once more',
    pass: 'the job, the calculation and its file stay as they are',
    quick: 1,
    full: 10,
  },
  async () => {
    const { ticket, message } = await uploaded();
    await house.deliver([message]);
    const before = await house.job(ticket.job.id);
    for (const hours of [1, 96, 336]) {
      house.later(hours * 3600);
      await house.sweep();
      const queue = openQueue(() => house.clock.getTime());
      queue.send(message);
      await house.deliver([message]);
      await drain(queue, house.services);
      expect(queue.dead).toEqual([]);
      expect(await house.job(ticket.job.id)).toEqual(before);
    }
    house.person = await house.signInAgain();
    expect(await made(ticket)).toEqual({ all: 1, own: 1, version: 1, rows: 20, files: 1 });
    expect((await listPointers(house.db)).filter(({ job }) => job === ticket.job.id)).toEqual([]);
  },
  (n) => `${n * 3} repeats, 0 changes`,
);
