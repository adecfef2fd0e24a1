import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { loadServerCore } from '../core.ts';
import { DICTIONARIES } from '../dictionaries/index.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import { openTable, TABLE_DEFINITION, type Table } from '../store/table.ts';
import { readDemoAccess } from './demo_access.ts';
import { type EmbeddedDynamo, FolderInUse, startDynamo } from './embedded_dynamo.ts';
import { jwtKey } from './jwt_key.ts';
import type { Fetcher } from './site.ts';
import { StartError } from './start_error.ts';

/** The API over the embedded store, in this process, without a port. */
export interface Backend {
  readonly app: Fetcher;
  readonly table: Table;
  close(): Promise<void>;
}

const TABLE_NAME = 'fugitive-emissions';

/** Opens the store of the data folder, puts the dictionaries of this release into it, and the API on top. */
export async function openBackend(dataDir: string): Promise<Backend> {
  makeDataDir(dataDir);
  const dynamo = await openStore(dataDir);
  try {
    reachOnly(dynamo);
    const table = openTable({ name: TABLE_NAME });
    await seedDictionaries(table, DICTIONARIES);
    const app = createApp({ core: await loadServerCore(), table, jwtKey: jwtKey(dataDir) });
    const close = async () => {
      table.client.destroy();
      await dynamo.close();
    };
    return { app, table, close };
  } catch (error) {
    await dynamo.close();
    throw error;
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      `Не удалось создать папку данных ${dataDir}. Проверьте права или укажите другую: DATA_DIR=папка npm start`,
      { cause },
    );
  }
}

async function openStore(dataDir: string): Promise<EmbeddedDynamo> {
  try {
    return await startDynamo(join(dataDir, 'dynamo'), TABLE_NAME, TABLE_DEFINITION);
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    const url = readDemoAccess(dataDir)?.url;
    const where = url ? ` Он открыт по адресу ${url}` : '';
    throw new StartError(
      `Продукт уже запущен из этой папки: ${dataDir}.${where}\nОстановите его или укажите другую папку: DATA_DIR=папка npm start`,
      { cause },
    );
  }
}

/** The SDK's own variables lead to the embedded server, as they would lead to a compatible cloud; those of the user's shell do not count. */
function reachOnly({ endpoint, credentials }: EmbeddedDynamo): void {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name];
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
}
