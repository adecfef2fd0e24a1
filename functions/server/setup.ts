// npm run setup: the table, the bucket, the dictionaries and the signing keys of the variables, whatever of them is missing.

import { DICTIONARIES } from '../dictionaries/index.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import { openFiles } from '../store/files.ts';
import { openTable } from '../store/table.ts';
import { reach } from './ask_stores.ts';
import { makeKeysFile } from './keys_file.ts';
import { makeBucket, prepareTable } from './make_stores.ts';
import { readRequired } from './serve_settings.ts';
import { fail } from './stop_on_signal.ts';

async function setup(): Promise<void> {
  const { TABLE_NAME, BUCKET_NAME, SIGNING_KEYS_FILE } = readRequired(process.env);
  const table = openTable({ name: TABLE_NAME });
  console.log(`Таблица ${TABLE_NAME}: ${await reach('table', TABLE_NAME, () => prepareTable(table))}`);
  await seedDictionaries(table, DICTIONARIES);
  console.log('Справочники: записаны');
  const files = openFiles({ bucket: BUCKET_NAME });
  console.log(`Бакет ${BUCKET_NAME}: ${await reach('bucket', BUCKET_NAME, () => makeBucket(files))}`);
  console.log(`Ключи ${SIGNING_KEYS_FILE}: ${makeKeysFile(SIGNING_KEYS_FILE) ? 'созданы' : 'уже есть'}`);
  console.log('Готово. Первая компания: npm run company -- create …, запуск: npm run serve');
}

await setup().catch(fail);
