import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Database } from './database.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Item = Readonly<Record<string, unknown>>;

/** Keys that one BatchGetItem may name. */
const BATCH = 100;

/** Reads one item as it stands now, or undefined. */
export async function getItem(db: Database, key: Key): Promise<Item | undefined> {
  const { Item } = await db.client.send(
    new GetCommand({ TableName: db.name, Key: { pk: key.pk, sk: key.sk }, ConsistentRead: true }),
  );
  return Item;
}

/** Reads items as they stand now, in the order of `keys`; undefined where there is none. */
export async function getItems(db: Database, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += BATCH) {
    let wanted: readonly Item[] = keys.slice(start, start + BATCH).map(({ pk, sk }) => ({ pk, sk }));
    while (wanted.length > 0) {
      const { Responses, UnprocessedKeys } = await db.client.send(
        new BatchGetCommand({ RequestItems: { [db.name]: { Keys: [...wanted], ConsistentRead: true } } }),
      );
      for (const item of Responses?.[db.name] ?? []) found.set(`${item.pk}\n${item.sk}`, item);
      wanted = UnprocessedKeys?.[db.name]?.Keys ?? [];
    }
  }
  return keys.map(({ pk, sk }) => found.get(`${pk}\n${sk}`));
}

/** Puts `item` if `condition` holds; tells whether it did. */
export async function putIf(
  db: Database,
  item: Item,
  condition: Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>,
): Promise<boolean> {
  return conditionHeld(() => db.client.send(new PutCommand({ TableName: db.name, Item: { ...item }, ...condition })));
}

/** Puts `item` unless its key is taken; tells whether it did. */
export function putNew(db: Database, item: Item): Promise<boolean> {
  return putIf(db, item, { ConditionExpression: 'attribute_not_exists(pk)' });
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
