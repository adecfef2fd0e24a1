import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { withJobHouse } from '../../support/fresh_fixtures.ts';
import { csv, interruptedBy, type JobHouse, TYPE } from '../../support/job_fixture.ts';

let house: JobHouse;

withJobHouse((opened) => {
  house = opened;
});

const read = (id: string) => house.person.get(paths.calculation(TYPE, id));
const cancel = (id: string) => house.person.post(paths.cancelJob(id), {});

const interrupted = (call: 'get' | 'put', interruption: () => Promise<unknown>) =>
  interruptedBy(house.services, call, interruption);

describe('a large file', () => {
  test('becomes a calculation by ticket, form, event and worker; the file itself does not stay', async () => {
    const ticket = await house.ticket();
    expect(ticket.job).toMatchObject({ state: 'waiting', progress: 0, file_name: 'лава.csv', name: 'Прогноз' });
    expect(await house.send(ticket, csv(500))).toBe(204);
    expect(await house.deliver()).toEqual({ batchItemFailures: [] });
    const job = await house.job(ticket.job.id);
    expect(job).toMatchObject({ state: 'done', progress: 1, detail: null, errors: [] });
    const { body } = await read(job.calculation);
    expect(body).toMatchObject({ name: 'Прогноз', version: 1, rows_count: 500, file_name: 'лава.csv' });
    expect(await house.stored()).toEqual([`rows/${house.person.company.id}/${job.calculation}/${body.rows_sha256}`]);
  });

  test('with faults stores nothing and says every fault with its place', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(300).replaceAll('\n0;', '\nмного;'));
    await house.deliver();
    const job = await house.job(ticket.job.id);
    expect(job).toMatchObject({ state: 'failed', detail: expect.stringMatching(/[а-я]/) });
    expect(job.errors_total).toBeGreaterThan(1);
    expect(job.errors[0]).toMatchObject({ row: 2, column: expect.any(String), value: 'много' });
    expect((await read(job.calculation)).status).toBe(404);
    expect(await house.stored()).toEqual([]);
  });

  test('replaces the table of a calculation, and what it was stays as a revision', async () => {
    const first = await house.ticket();
    await house.send(first, csv(100));
    await house.deliver();
    const { calculation } = first.job;
    const before = (await read(calculation)).body;
    const second = await house.ticket({ calculation, version: before.version, name: 'Прогноз, уточнённый' });
    expect(second.job.calculation).toBe(calculation);
    await house.send(second, csv(200, 3));
    await house.deliver();
    const after = (await read(calculation)).body;
    expect(after).toMatchObject({ version: 2, rows_count: 200, name: 'Прогноз, уточнённый' });
    expect((await house.stored()).length).toBe(2);
  });

  test('loses to a change of the calculation made meanwhile, and takes nothing of it away', async () => {
    const first = await house.ticket();
    await house.send(first, csv(100));
    await house.deliver();
    const { calculation } = first.job;
    const second = await house.ticket({ calculation, version: 1 });
    await house.send(second, csv(200, 3));
    const rename = async () => {
      const answer = await house.person.patch(paths.changeCalculation(TYPE, calculation), {
        name: 'Правка',
        version: 1,
      });
      expect(answer.status).toBe(200);
    };
    await house.deliver(undefined, interrupted('put', rename));
    expect(await house.job(second.job.id)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('изменили, пока файл обрабатывался'),
    });
    expect((await read(calculation)).body).toMatchObject({ name: 'Правка', version: 2, rows_count: 100 });
    house.later(2 * 3600);
    await house.sweep();
    expect((await house.stored()).length).toBe(1);
  });
});

describe('a cancelled job', () => {
  test('before its file came does nothing with it', async () => {
    const ticket = await house.ticket();
    expect((await cancel(ticket.job.id)).body).toMatchObject({ state: 'cancelled' });
    await house.send(ticket, csv(100));
    await house.deliver();
    expect((await house.job(ticket.job.id)).state).toBe('cancelled');
    expect(await house.stored()).toEqual([]);
  });

  test.each(['get', 'put'] as const)('in the middle of its work (before %s) leaves nothing behind', async (call) => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(100));
    await house.deliver(
      undefined,
      interrupted(call, () => cancel(ticket.job.id)),
    );
    const job = await house.job(ticket.job.id);
    expect(job).toMatchObject({ state: 'cancelled', detail: expect.stringContaining('отменена') });
    expect((await read(job.calculation)).status).toBe(404);
    house.later(2 * 3600);
    await house.sweep();
    expect(await house.stored()).toEqual([]);
  });

  test('that is saved already is done, and the cancel says so', async () => {
    const ticket = await house.ticket();
    await house.send(ticket, csv(100));
    await house.deliver();
    const answer = await cancel(ticket.job.id);
    expect([answer.status, answer.body.code, answer.body.current.state]).toEqual([409, 'job_ended', 'done']);
    expect((await read(ticket.job.calculation)).status).toBe(200);
  });
});

test('a worker says how far it is at least once a second, and its shares only grow', async () => {
  const ticket = await house.ticket();
  await house.send(ticket, csv(100));
  const seen: number[] = [];
  const slow = interrupted('put', async () => {
    for (let times = 0; times < 12; times++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      seen.push((await house.job(ticket.job.id)).lease_ends_at);
      house.later(1);
    }
  });
  await house.deliver(undefined, slow);
  expect(new Set(seen).size).toBeGreaterThanOrEqual(2);
  expect((await house.job(ticket.job.id)).progress).toBe(1);
});
