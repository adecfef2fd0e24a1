import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Item = Readonly<Record<string, unknown>>;

/** Keys that one BatchGetItem may name. */
const BATCH = 100;

/** Reads one item as it stands now, or undefined. */
export async function getItem(table: Table, key: Key): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: key.pk, sk: key.sk }, ConsistentRead: true }),
  );
  return Item;
}

/** Reads items as they stand now, in the order of `keys`; undefined where there is none. */
export async function getItems(table: Table, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += BATCH) {
    let wanted: readonly Item[] = keys.slice(start, start + BATCH).map(({ pk, sk }) => ({ pk, sk }));
    while (wanted.length > 0) {
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: [...wanted], ConsistentRead: true } } }),
      );
      for (const item of Responses?.[table.name] ?? []) found.set(`${item.pk}\n${item.sk}`, item);
      wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    }
  }
  return keys.map(({ pk, sk }) => found.get(`${pk}\n${sk}`));
}

/** Puts `item` if `condition` holds; tells whether it did. */
export async function putIf(
  table: Table,
  item: Item,
  condition: Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>,
): Promise<boolean> {
  return conditionHeld(() =>
    table.client.send(new PutCommand({ TableName: table.name, Item: { ...item }, ...condition })),
  );
}

/** Puts `item` unless its key is taken; tells whether it did. */
export function putNew(table: Table, item: Item): Promise<boolean> {
  return putIf(table, item, { ConditionExpression: 'attribute_not_exists(pk)' });
}

/** Runs a conditional write; false if its condition did not hold. */
export async function conditionHeld(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
