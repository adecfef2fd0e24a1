import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBServiceException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { DynamoDatabase } from '../adapters/aws/dynamo_database.ts';
import { makeTable } from '../adapters/aws/make_table.ts';
import type { S3Files } from '../adapters/aws/s3_files.ts';
import { EXPORTS, LIST_INDEX, TABLE_DEFINITION, UPLOADS } from '../store/layout.ts';
import { StartError } from './start_error.ts';

/**
 * Creates the table if it does not exist and enables the expiry of items. Returns a Russian
 * message.
 */
export async function prepareTable({ client, name }: Pick<DynamoDatabase, 'client' | 'name'>): Promise<string> {
  const made = await makeTable(client, name, TABLE_DEFINITION);
  if (!made) await refuseForeign({ client, name });
  const is = made ? 'создана' : 'уже есть';
  try {
    await turnTimeOutOn({ client, name });
    return is;
  } catch (error) {
    // Some servers of this API, the embedded one among them, do not support expiry: expired items
    // remain there, but are never read.
    if (!(error instanceof DynamoDBServiceException) || error.name !== 'UnknownOperationException') throw error;
    return `${is}; удалять строки по сроку сервер не умеет: удаляйте сами те, у которых ${TIME_OUT} (секунды) в прошлом`;
  }
}

const TIME_OUT = 'expires_at';

async function turnTimeOutOn({ client, name: TableName }: Pick<DynamoDatabase, 'client' | 'name'>): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: TIME_OUT };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/** Refuses a table of another program: it would accept writes but fail at the first query. */
async function refuseForeign({ client, name }: Pick<DynamoDatabase, 'client' | 'name'>): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  const keys = Table?.KeySchema?.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).sort();
  const hasList = Table?.LocalSecondaryIndexes?.some(({ IndexName }) => IndexName === LIST_INDEX);
  if (keys?.join() !== 'pk HASH,sk RANGE' || !hasList)
    throw new StartError(`Таблица «${name}» — не этого продукта: у неё другие ключи. Укажите другое имя в TABLE_NAME.`);
}

/**
 * Objects in these folders may be deleted after a day: the remains of jobs, and exports, which are
 * built again on request.
 */
const LIFECYCLE = {
  Rules: [UPLOADS, EXPORTS].map((Prefix) => ({
    ...{ ID: Prefix.replace('/', ''), Status: 'Enabled' as const },
    ...{ Filter: { Prefix }, Expiration: { Days: 1 } },
  })),
};

/**
 * Creates the bucket if it does not exist; an existing one keeps its lifecycle rules. Returns a
 * Russian message.
 */
export async function makeBucket(files: Pick<S3Files, 'client' | 'bucket' | 'ping'>): Promise<string> {
  try {
    await files.ping();
    return 'уже есть';
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
  }
  const { client, bucket: Bucket } = files;
  await createBucket(client, Bucket);
  try {
    await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: LIFECYCLE }));
    return 'создан';
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    return `создан; сроки хранения сервер не принял (${error.name}): файлы в ${UPLOADS} и ${EXPORTS} старше суток удаляйте сами`;
  }
}

/**
 * The SDK sends its region as the location constraint of the bucket, as AWS requires; a server
 * without regions refuses any.
 */
async function createBucket(client: S3Client, Bucket: string): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if ((error as Error).name !== 'InvalidLocationConstraint') throw error;
    const nowhere = new CreateBucketCommand({ Bucket });
    nowhere.middlewareStack.add((next) => (args) => next({ ...args, input: { Bucket } }), {
      step: 'initialize',
      priority: 'low',
      name: 'nowhere',
    });
    await client.send(nowhere);
  }
}
