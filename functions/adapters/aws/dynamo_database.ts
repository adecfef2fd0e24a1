import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Database, Item, Key, ListKey, RangeOptions } from '../../store/database.ts';
import { LIST_INDEX } from '../../store/layout.ts';
import { AGENTS, concurrencyMiddleware } from '../../store/tenant_concurrency.ts';
import { conditionParameters, updateParameters } from './expressions.ts';

/** A table of DynamoDB, or of a cloud or server that speaks its protocol. */
export interface DynamoDatabase extends Database {
  /** The client, for what the port does not have: making a table, tests that disturb calls. */
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

/** Where the table is; what is left out the SDK's own variables say. */
export interface DynamoOptions {
  readonly name: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Keys that one BatchGetItem may name. */
const BATCH = 100;

/** Opens the table. Time-outs are short: a request has seconds, and the SDK repeats what failed on the way. */
export function openDynamo({ name, ...where }: DynamoOptions): DynamoDatabase {
  const client = new DynamoDBClient({
    ...where,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: 3000,
      throwOnRequestTimeout: true,
      ...AGENTS,
    },
  });
  client.middlewareStack.add(concurrencyMiddleware(), { step: 'initialize', name: 'inTurn' });
  const translation = {
    // Numbers are doubles; by default the SDK refuses those above 2^53, and reads them as BigInt.
    marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
    unmarshallOptions: { wrapNumbers: Number },
  };
  return dynamoDatabase(name, DynamoDBDocumentClient.from(client, translation));
}

/** The port over a client. */
export function dynamoDatabase(name: string, client: DynamoDBDocumentClient): DynamoDatabase {
  const TableName = name;
  const query = (input: Omit<QueryCommandInput, 'TableName'>) =>
    collect(paginateQuery({ client }, { TableName, ConsistentRead: true, ...input }), input.Limit);
  const getMany = async (keys: readonly Key[]) => {
    const items = new Map<string, Item>();
    const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
    for (let start = 0; start < distinct.length; start += BATCH) {
      let wanted: Item[] = distinct.slice(start, start + BATCH).map(keyOf);
      while (wanted.length > 0) {
        const { Responses, UnprocessedKeys } = await client.send(
          new BatchGetCommand({ RequestItems: { [name]: { Keys: wanted, ConsistentRead: true } } }),
        );
        for (const item of Responses?.[name] ?? []) items.set(`${item.pk}\n${item.sk}`, item);
        wanted = UnprocessedKeys?.[name]?.Keys ?? [];
      }
    }
    return keys.map(({ pk, sk }) => items.get(`${pk}\n${sk}`));
  };
  const listKeys = (pk: string, prefix: string) =>
    query({
      IndexName: LIST_INDEX,
      KeyConditionExpression: 'pk = :pk AND begins_with(#list, :prefix)',
      ExpressionAttributeNames: { '#list': 'list' },
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ProjectionExpression: 'sk, #list, updated_at',
      ScanIndexForward: false,
    }) as unknown as Promise<ListKey[]>;
  return {
    client,
    name,
    get: async (key) => {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
      return Item;
    },
    getMany,
    put: async (item, condition) => {
      const put = new PutCommand({ TableName, Item: { ...item }, ...conditionParameters(condition) });
      return (await unlessRefused(client.send(put))) !== undefined;
    },
    update: async (key, changes, condition) => {
      const parameters = updateParameters(changes, condition);
      const update = new UpdateCommand({ TableName, Key: keyOf(key), ...parameters, ReturnValues: 'ALL_NEW' });
      return (await unlessRefused(client.send(update)))?.Attributes;
    },
    remove: async (key) => {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(key) }));
    },
    range: (pk, options = {}) => query(rangeParameters(pk, options)),
    listKeys,
    window: async (pk, prefix, { limit, offset, after }) => {
      const keys = await listKeys(pk, prefix);
      // Ids and states in lists are ASCII: code units and bytes have the same order.
      const rest = after === undefined ? keys.slice(offset) : keys.filter(({ list }) => list < after);
      const items = await getMany(rest.slice(0, limit).map(({ sk }) => ({ pk, sk })));
      return { count: keys.length, items: items.filter((item) => item !== undefined), more: rest.length > limit };
    },
    scan: async function* () {
      for await (const { Items } of paginateScan({ client }, { TableName, ConsistentRead: true })) yield* Items ?? [];
    },
    close: async () => client.destroy(),
  };
}

function keyOf({ pk, sk }: Key) {
  return { pk, sk };
}

function rangeParameters(pk: string, { prefix, before, newestFirst = false, limit }: RangeOptions) {
  const bounds = { ':prefix': 'begins_with(sk, :prefix)', ':before': 'sk < :before' };
  const values = { ':prefix': prefix, ':before': before };
  // One bound at most: DynamoDB takes one condition on the sort key.
  const [bound] = Object.entries(values).filter(([, value]) => value !== undefined);
  const [name, value] = bound ?? [];
  return {
    KeyConditionExpression: name === undefined ? 'pk = :pk' : `pk = :pk AND ${bounds[name as keyof typeof bounds]}`,
    ExpressionAttributeValues: { ':pk': pk, ...(name !== undefined && { [name]: value }) },
    ScanIndexForward: !newestFirst,
    ...(limit !== undefined && { Limit: limit }),
  };
}

/** Items of all pages, at most `limit`. */
async function collect(pages: AsyncIterable<{ Items?: Item[] | undefined }>, limit = Number.POSITIVE_INFINITY) {
  const items: Item[] = [];
  for await (const { Items } of pages) {
    items.push(...(Items ?? []));
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
}

/** Undefined if the condition of a write did not hold. */
async function unlessRefused<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
