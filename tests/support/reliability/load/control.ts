// The control of the comparison: the same server and token check around minimal work. `/memory` answers ten items from memory,
// `/store/list` reads them as a list must be read, `/store/new` checks a body and stores it.

import { readFileSync } from 'node:fs';
import { BatchGetCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { Hono } from 'hono';
import { jwtVerify } from 'jose';
import { v7 } from 'uuid';
import * as z from 'zod/mini';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { parseKeyRing } from '#functions/auth/key_ring.ts';
import { listen } from '#functions/server/listen.ts';
import { LIST_INDEX } from '#functions/store/layout.ts';

const { SIGNING_KEYS_FILE = '', TABLE_NAME = '', CONTROL_PARTITION: pk = '', CONTROL_LIST: list = '' } = process.env;
const { key } = parseKeyRing(readFileSync(SIGNING_KEYS_FILE, 'utf8')).current;
const { client } = openDynamo({ name: TABLE_NAME });
const body = z.object({ name: z.string(), project: z.string() });

async function readList() {
  const { Items: keys = [] } = await client.send(
    new QueryCommand({
      TableName: TABLE_NAME,
      IndexName: LIST_INDEX,
      KeyConditionExpression: 'pk = :pk AND begins_with(#list, :list)',
      ExpressionAttributeNames: { '#list': 'list' },
      ExpressionAttributeValues: { ':pk': pk, ':list': list },
      ScanIndexForward: false,
      ConsistentRead: true,
    }),
  );
  const Keys = keys.slice(0, 10).map(({ sk }) => ({ pk, sk }));
  const { Responses } = await client.send(
    new BatchGetCommand({ RequestItems: { [TABLE_NAME]: { Keys, ConsistentRead: true } } }),
  );
  return { count: keys.length, next: null, previous: null, results: Responses?.[TABLE_NAME] ?? [] };
}

const ten = await readList();
const app = new Hono();
app.use(async (c, next) => {
  await jwtVerify(c.req.header('authorization')?.slice(7) ?? '', key, { algorithms: ['HS256'] });
  await next();
});
app.get('/memory', (c) => c.json(ten));
app.get('/store/list', async (c) => c.json(await readList()));
app.post('/store/new', async (c) => {
  const sent = await c.req.json();
  const { project } = body.parse(sent);
  await client.send(new GetCommand({ TableName: TABLE_NAME, Key: { pk, sk: `P#${project}` }, ConsistentRead: true }));
  const Item = { ...sent, pk: 'CONTROL', sk: v7() };
  await client.send(new PutCommand({ TableName: TABLE_NAME, Item, ConditionExpression: 'attribute_not_exists(pk)' }));
  return c.json(Item, 201);
});
const { url } = await listen(app, '127.0.0.1', 0);
console.log(url);
