// npm run setup: creates the table and the bucket that the variables name, unless they exist, and writes the dictionaries of this release.

import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { openDynamo } from '../adapters/aws/dynamo_database.ts';
import { openS3 } from '../adapters/aws/s3_files.ts';
import { makeBucket, prepareTable } from '../server/make_stores.ts';
import { readRequired } from '../server/serve_settings.ts';
import { fail } from '../server/stop_on_signal.ts';
import { withStartupDiagnostics } from '../server/store_health.ts';
import { seedDictionaries } from '../store/dictionaries.ts';

async function setup(): Promise<void> {
  const { TABLE_NAME, BUCKET_NAME } = readRequired(process.env, 'TABLE_NAME', 'BUCKET_NAME');
  const db = openDynamo({ name: TABLE_NAME });
  console.log(`Таблица ${TABLE_NAME}: ${await withStartupDiagnostics('table', TABLE_NAME, () => prepareTable(db))}`);
  await seedDictionaries(db, DICTIONARIES);
  console.log('Справочники: записаны');
  const files = openS3({ bucket: BUCKET_NAME });
  console.log(`Бакет ${BUCKET_NAME}: ${await withStartupDiagnostics('bucket', BUCKET_NAME, () => makeBucket(files))}`);
  console.log('Готово. Первая компания: npm run company -- create …, запуск: npm run serve');
}

await setup().catch(fail);
