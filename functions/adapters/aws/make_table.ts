import { setTimeout } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';

/** Milliseconds after which a table that is being made is asked for its state: at first, and at most. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [5, 1000];

/** Makes the table unless it is there, and waits until it can be used. Answers whether it was made now. */
export async function makeTable(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
  definition: Omit<CreateTableCommandInput, 'TableName'>,
): Promise<boolean> {
  const made = await create(client, { ...definition, TableName });
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    // A table that is still being made answers as if it did not exist.
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus === 'ACTIVE') return made;
    await setTimeout(pause);
  }
}

async function create(client: Pick<DynamoDBClient, 'send'>, table: CreateTableCommandInput): Promise<boolean> {
  try {
    await client.send(new CreateTableCommand(table));
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
}
