import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openFiles } from '#functions/store/files.ts';
import { getItem } from '#functions/store/items.ts';
import { openTable } from '#functions/store/table.ts';

/** More calls at one instant than a slow store answers within the time-outs of a connection. */
const [CALLS, ANSWER_MS] = [300, 300];

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

interface Opened {
  readonly client: { destroy(): void };
  readonly call: () => Promise<unknown>;
}

test.each<{ readonly store: string; readonly open: (endpoint: string) => Opened }>([
  {
    store: 'table',
    open: (endpoint) => {
      const table = openTable({ name: 'test', endpoint, credentials, region: 'eu-central-1' });
      return { client: table.client, call: () => getItem(table, { pk: 'A', sk: 'B' }) };
    },
  },
  {
    store: 'bucket',
    open: (endpoint) => {
      const files = openFiles({ bucket: 'test', endpoint, credentials, region: 'eu-central-1' });
      return { client: files.client, call: () => files.size('rows/a/b/c' as Parameters<typeof files.size>[0]) };
    },
  },
])('a slow $store gets fifty calls at once, and in the end each of them, once', async ({ open }) => {
  let [sent, now, most] = [0, 0, 0];
  const slow = createServer(async (_call, answer) => {
    sent += 1;
    now += 1;
    most = Math.max(most, now);
    await sleep(ANSWER_MS);
    now -= 1;
    answer.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}');
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { client, call } = open(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`);
  const outcomes = await Promise.allSettled(Array.from({ length: CALLS }, call));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect([sent, most]).toEqual([CALLS, 50]);
  client.destroy();
  slow.close();
});
