import { openDynamo } from './dynamo_database.ts';
import { openS3, type S3Options } from './s3_files.ts';

/** Where the table and the bucket are, by name; all else the SDK's own variables say. */
export interface StoreNames {
  readonly table: string;
  readonly bucket: string;
}

/** Opens a table and a bucket of AWS, or of a compatible cloud or server. */
export function openStores({ table, bucket }: StoreNames, more: Pick<S3Options, 'formUrl' | 'linkPath'> = {}) {
  return { db: openDynamo({ name: table }), files: openS3({ bucket, ...more }) };
}
