import { DeleteTableCommand, DescribeTableCommand, waitUntilTableNotExists } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareTable } from '#functions/server/make_stores.ts';
import { type OpenDynamo, openDynalite } from '../../support/store_servers.ts';

/** It knows no time-outs of items. */
let opened: OpenDynamo;

beforeAll(async () => {
  opened = await openDynalite();
});
afterAll(() => opened.close());

it('makes a table on a server without time-outs of items, and says what is to be done in their place', async () => {
  const { db } = opened;
  await db.client.send(new DeleteTableCommand({ TableName: db.name }));
  // A table goes away some time after the answer.
  await waitUntilTableNotExists(
    { client: db.client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 },
    { TableName: db.name },
  );
  const advice = 'удалять строки по сроку сервер не умеет: удаляйте сами те, у которых expires_at (секунды) в прошлом';
  expect(await prepareTable(db)).toBe(`создана; ${advice}`);
  expect(await prepareTable(db)).toBe(`уже есть; ${advice}`);
  const { Table } = await db.client.send(new DescribeTableCommand({ TableName: db.name }));
  expect(Table?.TableStatus).toBe('ACTIVE');
});
