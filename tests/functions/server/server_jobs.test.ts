import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimJob } from '#functions/jobs/job_lease.ts';
import { startJobWorkers } from '#functions/server/server_jobs.ts';
import { type JobHouse, openJobHouse } from '../../support/job_fixture.ts';

let house: JobHouse;
beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

test.each([
  ['beside others leaves their work alone', false],
  ['alone takes over what a killed process has left', true],
])('a process that starts %s', async (_, alone) => {
  const { job } = await house.ticket();
  const stored = await house.job(job.id);
  const claimed = await claimJob(house.services, house.person.tenant, stored);
  const jobs = startJobWorkers(house.services, async () => ({ batchItemFailures: [] }), alone);
  await jobs.close();
  const { lease_ends_at } = await house.job(job.id);
  expect(lease_ends_at).toBe(alone ? 0 : claimed?.lease_ends_at);
});
