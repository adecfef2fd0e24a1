import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { dynamoDatabase } from '#functions/adapters/aws/dynamo_database.ts';
import { Tenant } from '#functions/store/tenant.ts';
import {
  create,
  type KeySpace,
  list,
  newVersioned,
  nextVersion,
  replace,
  type StoredVersion,
} from '#functions/store/versioned_items.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
const dynamo = mockClient(client);
const db = dynamoDatabase('emissions', client);
const tenant = Tenant.ofOperations('mine');
const place: KeySpace = { prefix: 'P#', list: 'P#' };
const ANNA = { id: 'anna', first_name: 'Анна', last_name: 'Ковалёва' };
const NOW = new Date('2026-11-21T09:00:00Z');
const object = newVersioned(ANNA, NOW);
const next: StoredVersion = { ...object, ...nextVersion(object, ANNA, NOW) };

const taken = () => new ConditionalCheckFailedException({ message: 'taken', $metadata: {} });

beforeEach(() => dynamo.reset());

describe('a new object', () => {
  it('is one conditional put under its company in the list of active objects', async () => {
    dynamo.on(PutCommand).resolves({});
    await create(db, tenant, place, object);
    const [{ input } = { input: undefined }] = dynamo.commandCalls(PutCommand).map(({ args }) => args[0]);
    expect(input).toMatchObject({
      TableName: 'emissions',
      ConditionExpression: '(attribute_not_exists(#n0))',
      ExpressionAttributeNames: { '#n0': 'pk' },
      Item: { ...object, pk: 'C#mine', sk: `P#${object.id}`, list: `P#A#${object.id}` },
    });
  });

  it('is created once if the reply is lost and the SDK repeats the write', async () => {
    dynamo.on(PutCommand).callsFake((input) => {
      dynamo.on(GetCommand).resolves({ Item: input.Item });
      throw taken();
    });
    expect(await create(db, tenant, place, object)).toEqual(object);
  });
});

describe('a change of an object', () => {
  it('stores the previous state first, then replaces it by one write conditional on the version', async () => {
    dynamo.on(PutCommand).resolves({});
    await replace(db, tenant, place, object, next);
    const puts = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input);
    expect(puts).toHaveLength(2);
    expect(puts[0]?.Item).toMatchObject({ pk: `R#mine#P#${object.id}`, sk: 'V#000000001', version: 1 });
    expect(puts[1]).toMatchObject({
      Item: { pk: 'C#mine', sk: `P#${object.id}`, version: 2 },
      ConditionExpression: '(#n0 = :v0)',
      ExpressionAttributeNames: { '#n0': 'version' },
      ExpressionAttributeValues: { ':v0': 1 },
    });
  });

  it('that comes second returns the current version', async () => {
    const theirs = { ...object, version: 2, updated_at: '2026-11-21T09:00:01.000Z', write_id: 'theirs' };
    dynamo.on(PutCommand).resolvesOnce({}).rejects(taken());
    dynamo.on(GetCommand).resolves({ Item: { ...theirs, pk: 'C#mine', sk: 'P#1', list: 'P#A#1' } });
    expect(await replace(db, tenant, place, object, next)).toEqual({ conflict: theirs });
  });

  it('whose reply was lost does not conflict with itself', async () => {
    dynamo
      .on(PutCommand)
      .resolvesOnce({})
      .callsFake((input) => {
        dynamo.on(GetCommand).resolves({ Item: input.Item });
        throw taken();
      });
    expect(await replace(db, tenant, place, object, next)).toEqual(next);
  });

  it('moves an object to the list of deleted objects in the same write', async () => {
    dynamo.on(PutCommand).resolves({});
    await replace(db, tenant, place, object, { ...next, is_deleted: true, is_active: false });
    expect(dynamo.commandCalls(PutCommand)[1]?.args[0].input.Item?.list).toBe(`P#D#${object.id}`);
  });
});

describe('a list of objects', () => {
  it('counts over all pages of a query, reads consistently and loads only its window', async () => {
    const keys = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => ({ sk: `P#${from + n}`, list: `P#A#${from + n}`, updated_at: '' }));
    dynamo
      .on(QueryCommand)
      .resolvesOnce({ Items: keys(0, 3), LastEvaluatedKey: { pk: 'x' } })
      .resolvesOnce({ Items: keys(3, 5) });
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { emissions: [{ pk: 'C#mine', sk: 'P#3', id: '3' }] },
        UnprocessedKeys: { emissions: { Keys: [{ pk: 'C#mine', sk: 'P#2' }] } },
      })
      .resolvesOnce({ Responses: { emissions: [{ pk: 'C#mine', sk: 'P#2', id: '2' }] } });
    const found = await list(db, tenant, place, { deleted: false, limit: 2, offset: 2 });
    expect(found).toEqual({ count: 5, objects: [{ id: '2' }, { id: '3' }], last: '3' });
    const [query] = dynamo.commandCalls(QueryCommand);
    expect(query?.args[0].input).toMatchObject({
      IndexName: 'list',
      ConsistentRead: true,
      ScanIndexForward: false,
      ExpressionAttributeValues: { ':pk': 'C#mine', ':prefix': 'P#A#' },
    });
  });
});
