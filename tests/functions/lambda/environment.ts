import type { SdkService } from '../../support/sdk_stores.ts';

/** Sets what the stack and Lambda itself set for a function, over the embedded servers of a test; call it before the entry is imported. */
export function enterFunction({ db, tablePlace, s3 }: SdkService, more: Readonly<Record<string, string>> = {}): void {
  const { endpoint, credentials } = tablePlace;
  Object.assign(process.env, {
    TABLE_NAME: db.name,
    BUCKET_NAME: s3.bucket,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...more,
  });
}
