import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { csv, type JobHouse, openJobHouse } from '../../../support/job_fixture.ts';
import { newProject } from '../../../support/service.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

test('the jobs of a project are listed newest first by pages, finished ones included', async () => {
  house.project = await newProject(house.person);
  const [done, waiting, cancelled] = [await house.ticket(), await house.ticket(), await house.ticket()];
  await house.send(done, csv(20));
  await house.deliver();
  await house.person.post(paths.cancelJob(cancelled.job.id), {});
  const { body } = await house.person.get(`${paths.jobs}?project=${house.project}`);
  expect(body.results.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
    [cancelled.job.id, 'cancelled'],
    [waiting.job.id, 'waiting'],
    [done.job.id, 'done'],
  ]);
  const second = await house.person.get(`${paths.jobs}?project=${house.project}&limit=1&offset=1`);
  expect([second.body.count, second.body.results.length, second.body.results[0].id]).toEqual([3, 1, waiting.job.id]);
});

test('the list of jobs requires a project', async () => {
  expect((await house.person.get(paths.jobs)).body.errors).toContainEqual(
    expect.objectContaining({ field: 'project' }),
  );
});

test('a job does not reveal the key of its file and its worker', async () => {
  const { job } = await house.ticket();
  const { body } = await house.person.get(paths.job(job.id));
  expect(body).toEqual(job);
  expect(Object.keys(body).sort()).toEqual(
    [
      ...['id', 'type', 'project', 'name', 'file_name', 'state', 'progress', 'calculation'],
      ...['detail', 'errors', 'errors_total', 'retry_until', 'created_at', 'updated_at'],
    ].sort(),
  );
});

test('a repeated cancellation returns the same response', async () => {
  const { job } = await house.ticket();
  const answers = [];
  for (let times = 0; times < 3; times++) answers.push(await house.person.post(paths.cancelJob(job.id), {}));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('a failed job cannot be cancelled and shows its cause', async () => {
  const ticket = await house.ticket();
  await house.send(ticket, 'это не таблица');
  await house.deliver();
  const { status, body } = await house.person.post(paths.cancelJob(ticket.job.id), {});
  expect([status, body.code, body.current.state]).toEqual([409, 'job_ended', 'failed']);
  expect(body.current.detail).toMatch(/[а-я]/);
});
