import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { loadServerCore } from '../core.ts';
import { DICTIONARIES } from '../dictionaries/index.ts';
import { jobServices } from '../jobs/open_services.ts';
import { DOWNLOAD_GATE } from '../server/download_gate.ts';
import { startQueue } from '../server/job_queue.ts';
import { createJobWorker } from '../server/job_worker.ts';
import { startJobs } from '../server/server_jobs.ts';
import type { Fetcher } from '../server/site.ts';
import { StartError } from '../server/start_error.ts';
import { UPLOAD_GATE } from '../server/upload_gate.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import { type Files, openFiles } from '../store/files.ts';
import { openTable, type Table } from '../store/table.ts';
import type { EmbeddedDynamo } from './embedded_dynamo.ts';
import { type EmbeddedS3, startS3 } from './embedded_s3.ts';
import { localKeys } from './jwt_key.ts';
import { openStore, TABLE_NAME } from './local_store.ts';

/** The API over the embedded store, in this process, without a port. */
export interface Backend {
  readonly app: Fetcher;
  readonly table: Table;
  readonly files: Files;
  readonly s3: EmbeddedS3;
  close(): Promise<void>;
}

const BUCKET = 'fugitive-emissions';

/** Opens the store of the data folder, puts the dictionaries of this release into it, and the API on top. */
export async function openBackend(dataDir: string): Promise<Backend> {
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
    const table = openTable({ name: TABLE_NAME });
    const files = openFiles({ bucket: BUCKET, formUrl: UPLOAD_GATE, linkPath: DOWNLOAD_GATE });
    started.push({
      close: async () => {
        files.client.destroy();
        table.client.destroy();
      },
    });
    await seedDictionaries(table, DICTIONARIES);
    const core = await loadServerCore();
    const worker = createJobWorker({ table: TABLE_NAME, bucket: BUCKET });
    started.push(worker);
    started.push(startJobs(jobServices(core, table, files), s3, worker.work));
    // A thread of their own: an export does not wait for the files that are being computed.
    const exporter = createJobWorker({ table: TABLE_NAME, bucket: BUCKET });
    const exports = startQueue(exporter.work);
    started.push(exports, exporter);
    const sendExport = async (message: string) => exports.push(message);
    const app = createApp({ core, table, files, sendExport, keys: localKeys(dataDir) });
    return { app, table, files, s3, close };
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
