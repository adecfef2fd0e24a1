import { DeleteTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareTable } from '#functions/server/make_stores.ts';
import { type OpenTable, SERVERS } from '../../support/store_servers.ts';

/** The embedded server: it knows no time-outs of items. */
const [EMBEDDED] = SERVERS;

let opened: OpenTable;

beforeAll(async () => {
  if (!EMBEDDED?.open) throw new Error('No embedded server');
  opened = await EMBEDDED.open();
});
afterAll(() => opened.close());

it('makes a table on a server without time-outs of items, and says what is to be done in their place', async () => {
  const { db } = opened;
  await db.client.send(new DeleteTableCommand({ TableName: db.name }));
  const advice = 'удалять строки по сроку сервер не умеет: удаляйте сами те, у которых expires_at (секунды) в прошлом';
  expect(await prepareTable(db)).toBe(`создана; ${advice}`);
  expect(await prepareTable(db)).toBe(`уже есть; ${advice}`);
  const { Table } = await db.client.send(new DescribeTableCommand({ TableName: db.name }));
  expect(Table?.TableStatus).toBe('ACTIVE');
});
