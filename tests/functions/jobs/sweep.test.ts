import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { JobServices } from '#functions/jobs/services.ts';
import { listPointers } from '#functions/store/jobs.ts';
import { withJobHouse } from '../../support/fresh_fixtures.ts';
import { csv, type JobHouse, readingLater, TYPE } from '../../support/job_fixture.ts';
import { disturbed } from '../../support/store_calls.ts';

let house: JobHouse;

withJobHouse((opened) => {
  house = opened;
});

/** Services whose worker dies without a word when it is about to read the file, or to store the rows. */
function dying(call: 'get' | 'put'): JobServices {
  const never = () => new Promise<never>(() => {});
  const { files } = house.services;
  return { ...house.services, files: { ...files, [call]: never } };
}

/** Lets a worker begin that never ends, and stands still as if its process were gone. */
async function dieAt(call: 'get' | 'put', messages: readonly string[]): Promise<void> {
  const { db, ...rest } = dying(call);
  const { fence } = await house.job(idOf(messages));
  let dead = false;
  const dyingDb = disturbed(db, (_call, carryOut) => (dead ? new Promise(() => {}) : carryOut()));
  void house.deliver(messages, { ...rest, db: dyingDb });
  // Its claim is its first write: a worker that stood still before it would not have begun.
  await expect.poll(async () => (await house.job(idOf(messages))).fence).toBe(fence + 1);
  if (call === 'put') await expect.poll(async () => (await house.job(idOf(messages))).rows.length).toBe(1);
  dead = true;
}

const idOf = ([message = '']: readonly string[]) => JSON.parse(message).Records[0].s3.object.key.split('/')[2];

describe('the sweeper', () => {
  test('sends a lost event again within two minutes', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    house.messages.length = 0;
    const sent: number[] = [];
    for (let second = 0; second < 120; second += 30) {
      sent.push((await house.sweep()).length);
      house.later(30);
    }
    expect(sent.reduce((sum, count) => sum + count)).toBe(1);
    await house.deliver();
    expect((await house.job(ticket.job.id)).state).toBe('done');
  });

  test('fails a ticket whose file never came, after its life, and says what to do', async () => {
    const ticket = await house.ticket();
    house.later(900);
    await house.sweep();
    expect((await house.job(ticket.job.id)).state).toBe('waiting');
    house.later(301);
    await house.sweep();
    expect(await house.job(ticket.job.id)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('Файл не пришёл'),
    });
    expect(house.messages).toEqual([]);
  });

  test.each(['get', 'put'] as const)('has the job of a worker that died before %s done by another', async (call) => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const messages = house.messages.splice(0);
    await dieAt(call, messages);
    expect(await house.deliver(messages)).toEqual({ batchItemFailures: [] });
    expect((await house.job(ticket.job.id)).state).toBe('running');
    house.later(80);
    expect((await house.sweep()).length).toBe(1);
    await house.deliver();
    expect(await house.job(ticket.job.id)).toMatchObject({ state: 'done', fence: 2 });
    expect((await house.stored()).length).toBe(1);
  });

  test('gives a job up when five workers have died at it', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    for (let times = 0; times < 5; times++) {
      await dieAt('get', house.messages.splice(0));
      house.later(80);
      await house.sweep();
    }
    expect(await house.job(ticket.job.id)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('Не удалось обработать файл'),
    });
    await house.sweep();
    expect((await house.stored()).length).toBe(1);
    house.later(25 * 3600);
    await house.sweep();
    expect(await house.stored()).toEqual([]);
    expect(await listPointers(house.db)).toEqual([]);
  });

  test('lets no job run for longer than fifteen minutes, alive or not', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    const { services, wake } = readingLater(house);
    const working = house.deliver(undefined, services);
    await expect.poll(async () => (await house.job(ticket.job.id)).state).toBe('running');
    house.later(15 * 60 + 1);
    await house.sweep();
    expect(await house.job(ticket.job.id)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('слишком много времени'),
    });
    wake();
    expect(await working).toEqual({ batchItemFailures: [] });
    expect((await house.job(ticket.job.id)).state).toBe('failed');
    expect((await house.person.get(paths.calculation(TYPE, ticket.job.calculation))).status).not.toBe(200);
  });

  test('forgets jobs that need nothing more, and what was never a job', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    await house.deliver();
    await house.db.put({ pk: 'JOBS', sk: 'never', company: 'c', at: house.clock.getTime() });
    expect((await listPointers(house.db)).length).toBe(2);
    house.later(2 * 3600);
    await house.sweep();
    expect(await listPointers(house.db)).toEqual([]);
    expect((await house.job(ticket.job.id)).state).toBe('done');
  });

  test('is not kept from the others by one job that it cannot see to', async () => {
    const [bad, good] = [await house.ticket(), await house.ticket()];
    const { files } = house.services;
    house.later(2000);
    const size: typeof files.size = (key) =>
      key.includes(bad.job.id) ? Promise.reject(new Error('нет связи')) : files.size(key);
    const { sweep } = await import('#functions/jobs/sweep.ts');
    await sweep({ ...house.services, files: { ...files, size } }, async () => {});
    expect((await house.job(good.job.id)).state).toBe('failed');
    expect((await house.job(bad.job.id)).state).toBe('waiting');
    expect(house.log.map(({ event }) => event)).toContain('job_not_swept');
  });

  /** Jobs that a sweep looks at, in order, when its time is over after `calls` looks. */
  async function lookedAt(calls: number): Promise<string[]> {
    const time = new AbortController();
    const jobs: string[] = [];
    const db = disturbed(house.db, (call, carryOut) => {
      const { sk = '' } = (call.args[0] ?? {}) as { sk?: string };
      if (call.name === 'get' && sk.startsWith('J#')) jobs.push(sk.slice(2));
      if (jobs.length === calls) time.abort();
      return carryOut();
    });
    const { sweep } = await import('#functions/jobs/sweep.ts');
    await sweep({ ...house.services, db, deadline: time.signal }, async () => {});
    return jobs;
  }

  test('goes on where its time was over, so that a flood of one company keeps no other waiting', async () => {
    const at = house.clock.getTime();
    const flood = Array.from({ length: 70 }, (_, n) => `a${String(n).padStart(3, '0')}`);
    for (const sk of flood) await house.db.put({ pk: 'JOBS', sk, company: 'many', at });
    await house.db.put({ pk: 'JOBS', sk: 'b', company: 'one', at });
    expect(await lookedAt(30)).toEqual(flood.slice(0, 40));
    expect(house.log.at(-1)).toMatchObject({ event: 'swept', left: 31 });
    // What an end of its time leaves undone comes first, the quiet company with it, and then what came before.
    expect(await lookedAt(30)).toEqual([...flood.slice(40), 'b', ...flood.slice(0, 9)]);
    // A sweep that comes to its end leaves no place: the next one begins with the oldest.
    expect(await lookedAt(Number.POSITIVE_INFINITY)).toHaveLength(71);
    expect((await lookedAt(Number.POSITIVE_INFINITY))[0]).toBe('a000');
  });

  test('sees to twenty jobs at the same time, and to no more', async () => {
    const at = house.clock.getTime();
    for (let n = 0; n < 50; n++) await house.db.put({ pk: 'JOBS', sk: `c${n}`, company: 'many', at });
    let [running, most] = [0, 0];
    const db = disturbed(house.db, async (call, carryOut) => {
      if (!String((call.args[0] as { sk?: string })?.sk).startsWith('J#')) return carryOut();
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return carryOut();
    });
    const { sweep } = await import('#functions/jobs/sweep.ts');
    await sweep({ ...house.services, db }, async () => {});
    expect(most).toBe(20);
  });
});
