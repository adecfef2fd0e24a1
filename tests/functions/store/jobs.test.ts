import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJob, listJobs, listPointers, moveJob, readJob, removePointer } from '#functions/store/jobs.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { openSdkJobHouse, type SdkJobHouse } from '../../support/job_fixture.ts';

let house: SdkJobHouse;

beforeAll(async () => {
  house = await openSdkJobHouse();
});
afterAll(() => house.close());

const newJob = async () => house.job((await house.ticket()).job.id);
const move = (
  id: string,
  ...rest: Parameters<typeof moveJob> extends [unknown, unknown, unknown, ...infer R] ? R : never
) => moveJob(house.db, house.person.tenant, id, ...rest);

test('a job changes only from the expected state, claim and lease', async () => {
  const { id } = await newJob();
  expect(await move(id, { progress: 0.5 }, { states: ['running'] })).toBeUndefined();
  expect(await move(id, { progress: 0.5 }, { states: ['waiting'], fence: 1 })).toBeUndefined();
  expect(await move(id, { lease_ends_at: 500 }, { states: ['waiting'], fence: 0 })).toMatchObject({
    lease_ends_at: 500,
  });
  expect(await move(id, { fence: 1 }, { states: ['waiting'], fence: 0, leaseEndedBy: 499 })).toBeUndefined();
  expect(await move(id, { fence: 1 }, { states: ['waiting'], fence: 0, leaseEndedBy: 500 })).toMatchObject({
    fence: 1,
  });
  expect(await house.job(id)).toMatchObject({ state: 'waiting', progress: 0, fence: 1 });
});

test('a change with a lost reply is recognised as done', async () => {
  const { id } = await newJob();
  let lost = 0;
  const losing = (next: (given: unknown) => Promise<unknown>) => async (given: unknown) => {
    const answer = await next(given);
    lost += 1;
    if (lost === 1) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    return answer;
  };
  house.db.client.middlewareStack.add(losing as never, { step: 'deserialize', priority: 'high', name: 'losing' });
  const moved = await move(id, { state: 'running', fence: 1 }, { states: ['waiting'], fence: 0 });
  house.db.client.middlewareStack.remove('losing');
  expect(lost).toBeGreaterThan(1);
  expect(moved).toMatchObject({ state: 'running', fence: 1 });
});

test('a job of another company does not exist', async () => {
  const { id, project } = await newJob();
  const stranger = Tenant.ofOperations('другая');
  expect(await readJob(house.db, stranger, id)).toBeUndefined();
  expect(await moveJob(house.db, stranger, id, { progress: 1 }, { states: ['waiting'] })).toBeUndefined();
  expect(await listJobs(house.db, stranger, project, { limit: 10, offset: 0 })).toEqual({ count: 0, jobs: [] });
});

test('a repeated creation does not undo later changes', async () => {
  const job = await newJob();
  await move(job.id, { state: 'cancelled', updated_at: house.clock.toISOString() }, { states: ['waiting'] });
  await createJob(house.db, house.person.tenant, job);
  expect((await house.job(job.id)).state).toBe('cancelled');
});

test('pointers are listed until they are removed', async () => {
  const { id } = await newJob();
  const found = async () => (await listPointers(house.db)).filter(({ job }) => job === id);
  expect(await found()).toMatchObject([{ tenant: house.person.tenant, job: id }]);
  for (let times = 0; times < 2; times++) await removePointer(house.db, id);
  expect(await found()).toEqual([]);
});
