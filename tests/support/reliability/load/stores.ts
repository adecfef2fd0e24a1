// The embedded stores in a separate process, so that their cost is not counted as the product's.

import { join } from 'node:path';
import { startDynamo } from '#functions/local/former_store/dynalite_server.ts';
import { TABLE_DEFINITION } from '#functions/store/layout.ts';
import { startS3 } from '../../stores/s3rver_server.ts';

const [folder = ''] = process.argv.slice(2);
const dynamo = await startDynamo(join(folder, 'dynamo'), 'load', TABLE_DEFINITION);
const s3 = await startS3(join(folder, 's3'), 'load', dynamo.credentials);
const { accessKeyId, secretAccessKey } = dynamo.credentials;
console.log(
  JSON.stringify({
    TABLE_NAME: 'load',
    BUCKET_NAME: 'load',
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }),
);
