import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

// Names that the code and the infrastructure share: data alone, so that `infra/` can import them without loading an SDK.

/** Name of the local secondary index that lists read. */
export const LIST_INDEX = 'list';

/** What creates the table, all but its name. */
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

/** Partition keys of the table: whole, or (those that end in `#`) what they begin with. `database.ts` says what lies in each. */
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

/** Folder of the files as they came, which live until their job ends. */
export const UPLOADS = 'uploads/';

/** Folder of the built exports, which live for a day. */
export const EXPORTS = 'exports/';

/** Folders of the rows of calculations, and of the companies' models: their files never change. */
export const ROWS = 'rows/';
export const MODELS = 'models/';
