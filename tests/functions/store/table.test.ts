import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { getItem } from '#functions/store/items.ts';
import { openTable } from '#functions/store/table.ts';

/** More calls at once, of a slow table, than fifty connections carry in the second that a connection may take. */
const [CALLS, ANSWER_MS] = [300, 300];

test('many calls of a slow table are all answered, each sent once', async () => {
  let sent = 0;
  const slow = createServer(async (_call, answer) => {
    sent += 1;
    await sleep(ANSWER_MS);
    answer.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}');
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const table = openTable({ name: 'test', endpoint, credentials, region: 'eu-central-1' });
  const calls = Array.from({ length: CALLS }, () => getItem(table, { pk: 'A', sk: 'B' }));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(sent).toBe(CALLS);
  table.client.destroy();
  slow.close();
});
