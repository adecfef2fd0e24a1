import { afterEach, expect, test } from 'vitest';
import { openWorkerPools, type WorkerPools } from '#functions/server/worker_pools.ts';
import { eventOf } from '../../support/s3_event.ts';

const NOWHERE = () => ({ address: { table: 'none', bucket: 'none' }, transferList: [] });

let pools: WorkerPools;
afterEach(() => pools.close());

test('a thread that dies for want of memory fails its event, and the next event gets a new thread', async () => {
  pools = openWorkerPools(NOWHERE, 10);
  for (let times = 0; times < 2; times++)
    await expect(pools.runJob(eventOf(['{}']), 'A')).rejects.toThrow(/memory|thread has ended/);
});

test('a thread does one event after another', async () => {
  pools = openWorkerPools(NOWHERE);
  expect(await pools.runJob(eventOf(['{}']), 'A')).toEqual({ batchItemFailures: [] });
  expect((await pools.runJob(eventOf(['мусор']), 'A')).batchItemFailures.length).toBe(1);
});
