import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { runAsTenant, runUnscoped } from '#functions/store/tenant_concurrency.ts';

/** More calls at one instant than a slow store answers within the time-outs of a connection. */
const [CALLS, ANSWER_MS] = [300, 300];

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

interface Opened {
  readonly client: { destroy(): void };
  readonly call: () => Promise<unknown>;
}

const STORES: Readonly<Record<string, (endpoint: string) => Opened>> = {
  table: (endpoint) => {
    const db = openDynamo({ name: 'test', endpoint, credentials, region: 'eu-central-1' });
    return { client: db.client, call: () => db.get({ pk: 'A', sk: 'B' }) };
  },
  bucket: (endpoint) => {
    const files = openS3({ bucket: 'test', endpoint, credentials, region: 'eu-central-1' });
    return { client: files.client, call: () => files.size('rows/a/b/c' as Parameters<typeof files.size>[0]) };
  },
};

/** A store that answers each call after a while, and how many calls it had: at all, and at once. */
async function slowStore() {
  const had = { calls: 0, now: 0, most: 0 };
  const server = createServer(async (_call, answer) => {
    had.calls += 1;
    had.now += 1;
    had.most = Math.max(had.most, had.now);
    await sleep(ANSWER_MS);
    had.now -= 1;
    answer.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { had, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe.each(Object.entries(STORES))('a slow %s', (_, open) => {
  it('gets at most fifty calls at once and each call exactly once', async () => {
    const { had, endpoint, close } = await slowStore();
    const { client, call } = open(endpoint);
    const outcomes = await Promise.allSettled(Array.from({ length: CALLS }, call));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(had).toEqual({ calls: CALLS, now: 0, most: 50 });
    client.destroy();
    close();
  });

  it('gets at most eight calls of one company at once, without delaying other companies', async () => {
    const { had, endpoint, close } = await slowStore();
    const { client, call } = open(endpoint);
    let answered = 0;
    const one = runAsTenant('one', () => Array.from({ length: 40 }, () => call().then(() => answered++)));
    const other = runAsTenant('other', () => Array.from({ length: 8 }, call));
    const shared = runAsTenant('one', () => runUnscoped(call));
    await Promise.all([...other, shared]);
    expect(had.most).toBe(17);
    expect(answered).toBeLessThanOrEqual(8);
    await Promise.all(one);
    expect(had.calls).toBe(49);
    client.destroy();
    close();
  });
});
