import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { type DynamoDatabase, type DynamoOptions, openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openS3, type S3Files } from '#functions/adapters/aws/s3_files.ts';
import { startDynamo } from '#functions/local/former_store/dynalite_server.ts';
import { S3_POST_PATH } from '#functions/server/s3_post_endpoint.ts';
import { SIGNED_DOWNLOAD_PATH } from '#functions/server/signed_download_endpoint.ts';
import { seedDictionaries } from '#functions/store/dictionaries.ts';
import { TABLE_DEFINITION } from '#functions/store/layout.ts';
import type { StoreCredentials } from '#functions/store/upload_form.ts';
import { fixedKeys } from './keys.ts';
import { openServiceOver, type Service } from './service.ts';
import { type EmbeddedS3, startS3 } from './stores/s3rver_server.ts';

/** Address of the table. */
export type TablePlace = Required<Pick<DynamoOptions, 'endpoint' | 'credentials'>>;

/** A table on dynalite, with the dictionaries in it; `close` ends the server and removes its folder. */
export async function openSdkTable(): Promise<{ db: DynamoDatabase; place: TablePlace; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'dynamo-'));
  const dynamo = await startDynamo(folder, 'test', TABLE_DEFINITION);
  const { endpoint, credentials } = dynamo;
  const db = openDynamo({ name: 'test', endpoint, credentials, region: 'eu-central-1' });
  await seedDictionaries(db, DICTIONARIES);
  const close = async () => {
    await db.close();
    await dynamo.close();
    rmSync(folder, { recursive: true });
  };
  return { db, place: { endpoint, credentials }, close };
}

/** A bucket on s3rver; `close` ends the server and removes its folder. */
export async function openSdkFiles(
  credentials: StoreCredentials = { accessKeyId: randomUUID(), secretAccessKey: randomUUID() },
): Promise<{ files: S3Files; s3: EmbeddedS3; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 's3-'));
  const s3 = await startS3(folder, 'test', credentials);
  const { endpoint, bucket } = s3;
  const files = openS3({
    bucket,
    endpoint,
    credentials,
    region: 'eu-central-1',
    formUrl: S3_POST_PATH,
    linkPath: SIGNED_DOWNLOAD_PATH,
  });
  const close = async () => {
    await files.close();
    await s3.close();
    rmSync(folder, { recursive: true });
  };
  return { files, s3, close };
}

/** The service over the SDK, for tests of the SDK, its retries, or a function of AWS. */
export interface SdkService extends Service {
  readonly db: Service['db'] & DynamoDatabase;
  readonly files: Service['files'] & S3Files;
  readonly tablePlace: TablePlace;
  readonly s3: EmbeddedS3;
}

export async function openSdkService(keys = fixedKeys()): Promise<SdkService> {
  const { db, place: tablePlace, close: closeTable } = await openSdkTable();
  const { files, s3, close: closeFiles } = await openSdkFiles(tablePlace.credentials);
  const fileKeys = async () => {
    const { Contents = [] } = await files.client.send(new ListObjectsV2Command({ Bucket: files.bucket }));
    return Contents.map(({ Key = '' }) => Key);
  };
  const close = async () => {
    await closeFiles();
    await closeTable();
  };
  const service = await openServiceOver({ db, files, fileKeys, close }, keys);
  return Object.assign(service, { tablePlace, s3 }) as SdkService;
}
