import type { SigningKeys } from '../auth/tokens.ts';
import { loadServerCore } from '../core.ts';
import { createApp } from '../http/app.ts';
import { ROUTES } from '../http/routes/index.ts';
import { jobServices } from '../jobs/open_services.ts';
import type { JobServices } from '../jobs/services.ts';
import { removeLeftScratch } from '../scratch_folder.ts';
import type { Database } from '../store/database.ts';
import type { Files } from '../store/files.ts';
import { behindProxies } from './behind_proxies.ts';
import { openExportWaiters } from './export_waiters.ts';
import { health } from './health.ts';
import { startQueue } from './job_queue.ts';
import { s3PostEndpoint } from './s3_post_endpoint.ts';
import { readLimits } from './serve_settings.ts';
import { startJobWorkers } from './server_jobs.ts';
import type { ServerStores } from './server_stores.ts';
import { signedDownloadEndpoint } from './signed_download_endpoint.ts';
import { createSite, type Fetcher } from './site.ts';
import { openWorkerPools } from './worker_pools.ts';

/** The dependencies of a server of one process. */
export interface ServerOptions {
  /** Closed by the code that has opened them. */
  readonly stores: ServerStores;
  readonly keys: SigningKeys;
  /** Key of the hashes that replace values which must not be stored in the clear. */
  readonly hashKey: Uint8Array;
  /** Folder of the built web application. */
  readonly web: string;
  /** Whether no other process works with these stores. */
  readonly alone: boolean;
  /** Number of reverse proxies before the server. */
  readonly proxies?: number;
  /** Receives the lines of the log; by default only warnings and errors are written. */
  readonly log?: JobServices['log'];
}

/** The whole product in this process, without a port but with its workers. */
export interface Server {
  /** The API alone. */
  readonly app: Fetcher;
  /** The whole site that a port serves. */
  readonly site: Fetcher;
  readonly db: Database;
  readonly files: Files;
  /** Stops the workers; interrupted work is done after the next start. Takes seconds at most. */
  close(): Promise<void>;
}

/** Starts the workers and builds the site. */
export async function openServer({
  stores,
  keys,
  hashKey,
  web,
  alone,
  proxies = 0,
  log,
}: ServerOptions): Promise<Server> {
  const { db, files } = stores;
  const started: { close(): Promise<void> }[] = [];
  const close = async () => {
    // Both at once: a queue waits for the work in progress, which ends with its threads.
    await Promise.all(started.map((part) => part.close()));
  };
  try {
    await removeLeftScratch();
    const core = await loadServerCore();
    const limits = readLimits(process.env);
    const services = jobServices(core, stores, log, limits);
    const pools = openWorkerPools(stores.forThread);
    started.push(pools);
    const jobs = startJobWorkers(services, pools.runJob, alone);
    const exports = startQueue(pools.buildExport);
    started.push(jobs, exports);
    const waiters = openExportWaiters();
    const sendExport = async (message: string, company: string, hash: string) =>
      exports.push(message, company, waiters.signalOf(hash));
    const { answerApart, prepareExport } = pools;
    const apart = { answerApart, prepareExport, sendExport, waitForExport: waiters.wait, ...limits };
    const app = createApp(ROUTES, { core, db, files, ...apart, keys, hashKey, log: services.log });
    const gates = s3PostEndpoint(files, jobs.arrived)
      .route('/', signedDownloadEndpoint(files))
      .route('/', health(db, files, services.log));
    return { app, site: behindProxies(createSite(app, web, gates), proxies), db, files, close };
  } catch (error) {
    await close();
    throw error;
  }
}
