import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openServer, type Server } from '../server/open_server.ts';
import { StartError } from '../server/start_error.ts';
import type { EmbeddedDynamo } from './embedded_dynamo.ts';
import { type EmbeddedS3, startS3 } from './embedded_s3.ts';
import { localKeys } from './jwt_key.ts';
import { openStore, TABLE_NAME } from './local_store.ts';

const BUCKET = 'fugitive-emissions';

/** The very server of `npm run serve`, over embedded stores in the data folder. `web`: folder of the built web application. */
export async function openBackend(dataDir: string, web: string): Promise<Server> {
  makeDataDir(dataDir);
  const dynamo = await openStore(dataDir);
  const started: { close(): Promise<void> }[] = [dynamo];
  const close = async () => {
    for (const part of started.reverse()) await part.close();
  };
  try {
    const s3 = await startS3(join(dataDir, 's3'), BUCKET, dynamo.credentials);
    started.push(s3);
    reachOnly(dynamo, s3);
    // Whoever has the folder of the store open has it alone.
    const places = { table: TABLE_NAME, bucket: BUCKET, alone: true };
    const server = await openServer({ ...places, keys: localKeys(dataDir), web });
    started.push(server);
    return { ...server, close };
  } catch (error) {
    await close();
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

/** The SDK's own variables lead to the embedded servers, as they would lead to a compatible cloud; those of the user's shell do not count. */
function reachOnly({ endpoint, credentials }: EmbeddedDynamo, s3: EmbeddedS3): void {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name];
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_ENDPOINT_URL_S3 = s3.endpoint;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
}
