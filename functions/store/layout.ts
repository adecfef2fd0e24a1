import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

// Names shared with the infrastructure. This file has only data, so that `infra/` can import it
// without loading an SDK.

/** Version of how data lie in table and bucket; a release that changes it brings the migration of the former one. */
export const STORE_VERSION = 1;

/** Name of the local secondary index that lists read. */
export const LIST_INDEX = 'list';

/** Definition of the table without its name. */
export const TABLE_DEFINITION = {
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'list', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: LIST_INDEX,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'list', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['updated_at'] },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
} as const satisfies Omit<CreateTableCommandInput, 'TableName'>;

/**
 * Partition keys of the table: whole, or (those that end in `#`) what they begin with.
 * `database.ts` says what lies in each.
 */
export const PARTITIONS = {
  company: 'C#',
  revisions: 'R#',
  audit: 'A#',
  signInNames: 'E#',
  attempts: 'T#',
  jobs: 'JOBS',
  sweeper: 'SWEEPER',
  dictionaries: 'DICTIONARY',
} as const;

/** Prefix of uploaded files, which are removed when their job ends. */
export const UPLOADS = 'uploads/';

/** Prefix of built exports, which expire after a day. */
export const EXPORTS = 'exports/';

/** Prefixes of rows files and of models, which are immutable. */
export const ROWS = 'rows/';
export const MODELS = 'models/';
