import type { SigningKeys } from '../auth/tokens.ts';
import { loadServerCore } from '../core.ts';
import { DICTIONARIES } from '../dictionaries/index.ts';
import { createApp } from '../http/app.ts';
import { ROUTES } from '../http/routes/index.ts';
import { jobServices, type StoreNames } from '../jobs/open_services.ts';
import type { JobServices } from '../jobs/services.ts';
import { openDynamo } from '../store/aws/dynamo_database.ts';
import { openS3 } from '../store/aws/s3_files.ts';
import type { Database } from '../store/database.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import { behindProxies } from './behind_proxies.ts';
import { health } from './health.ts';
import { startQueue } from './job_queue.ts';
import { createJobWorker } from './job_worker.ts';
import { S3_POST_PATH, s3PostEndpoint } from './s3_post_endpoint.ts';
import { startJobWorkers } from './server_jobs.ts';
import { SIGNED_DOWNLOAD_PATH, signedDownloadEndpoint } from './signed_download_endpoint.ts';
import { createSite, type Fetcher } from './site.ts';
import { withStartupDiagnostics } from './store_health.ts';

/** What a server of one process works with; where the stores are, and how to sign in to them, the SDK's own variables say. */
export interface ServerOptions extends StoreNames {
  readonly keys: SigningKeys;
  /** Folder of the built web application. */
  readonly web: string;
  /** Whether no other process works with these stores. */
  readonly alone: boolean;
  /** Reverse proxies before it. */
  readonly proxies?: number;
  /** Where its lines go; by default only what somebody should look at is written. */
  readonly log?: JobServices['log'];
}

/** The whole product in this process: without a port, but with its workers. */
export interface Server {
  /** The API alone. */
  readonly app: Fetcher;
  /** All that a port serves. */
  readonly site: Fetcher;
  readonly db: Database;
  readonly files: Files;
  /** Resolves when what the workers were at has ended. */
  close(): Promise<void>;
}

/** Opens the stores, puts the dictionaries of this release into the table, and the site on top. */
export async function openServer({ keys, web, alone, proxies = 0, log, ...places }: ServerOptions): Promise<Server> {
  const db = openDynamo({ name: places.table });
  const files = openS3({ bucket: places.bucket, formUrl: S3_POST_PATH, linkPath: SIGNED_DOWNLOAD_PATH });
  const started: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const part of started.reverse()) await part.close();
    await files.close();
    await db.close();
  };
  try {
    await withStartupDiagnostics('table', db.name, () => seedDictionaries(db, DICTIONARIES));
    await withStartupDiagnostics('bucket', files.bucket, () => files.ping());
    const core = await loadServerCore();
    const services = jobServices(core, db, files, log);
    const worker = createJobWorker(places);
    const jobs = startJobWorkers(services, worker.work, alone);
    // A thread of their own: an export does not wait for the files that are being computed.
    const exporter = createJobWorker(places);
    const exports = startQueue(exporter.work);
    started.push(worker, jobs, exporter, exports);
    const sendExport = async (message: string) => exports.push(message);
    const app = createApp(ROUTES, { core, db, files, sendExport, keys, log: services.log });
    const gates = s3PostEndpoint(files, jobs.arrived)
      .route('/', signedDownloadEndpoint(files))
      .route('/', health(db, files, services.log));
    return { app, site: behindProxies(createSite(app, web, gates), proxies), db, files, close };
  } catch (error) {
    await close();
    throw error;
  }
}
