import { expect, test } from 'vitest';
import { createJobWorker } from '#functions/server/job_worker.ts';
import { eventOf } from '../../support/s3_event.ts';

const NOWHERE = () => ({ address: { table: 'none', bucket: 'none' }, transferList: [] });

test('a thread that dies for want of memory fails its event, and the next event gets a new thread', async () => {
  const worker = createJobWorker(NOWHERE, 10);
  for (let times = 0; times < 2; times++)
    await expect(worker.work(eventOf(['{}']))).rejects.toThrow(/memory|thread has ended/);
  await worker.close();
});

test('a thread does one event after another', async () => {
  const worker = createJobWorker(NOWHERE);
  expect(await worker.work(eventOf(['{}']))).toEqual({ batchItemFailures: [] });
  expect((await worker.work(eventOf(['мусор']))).batchItemFailures.length).toBe(1);
  await worker.close();
});

test('closed in the middle of its work, it fails the event', async () => {
  const worker = createJobWorker(NOWHERE);
  const working = worker.work(eventOf(['{}']));
  const outcome = expect(working).rejects.toThrow('thread has ended');
  await worker.close();
  await outcome;
});
