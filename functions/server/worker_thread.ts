import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadServerCore } from '../core.ts';
import { BuilderStopped } from '../export/export_job.ts';
import { prepareExport } from '../export/prepare_export.ts';
import { createApart } from '../http/apart.ts';
import { routeContext } from '../http/app.ts';
import { ROUTES } from '../http/routes/index.ts';
import { handleEvents } from '../jobs/events.ts';
import { jobServices } from '../jobs/open_services.ts';
import type { JobServices } from '../jobs/services.ts';
import { runAsTenant } from '../store/tenant_concurrency.ts';
import { beginStoring, type TaskGate } from '../threads/task_gate.ts';
import { packError } from '../threads/thread_error.ts';
import type { FromThread, ToThread } from '../threads/thread_task.ts';
import { readLimits } from './serve_settings.ts';
import { openThreadStores, type StoreAddress } from './server_stores.ts';
import type { WorkerTask } from './worker_pools.ts';

// A thread of the pools: it parses, computes and exports, so that the main thread is not blocked.

// On Linux a thread has a priority of its own: where processors are few, the main thread goes first. The server runs with
// --single-threaded-gc, so that this thread collects its own garbage at its own priority.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const stores = await openThreadStores(workerData as StoreAddress);
const stopping = new AbortController();
let gate: TaskGate | undefined;

/** Rows are stored before their calculation: a task that has begun to store them is not cancelled when its caller disconnects. */
const files: typeof stores.files = {
  ...stores.files,
  put: async (...file) => {
    if (gate && !beginStoring(gate)) throw new Error('The task was ended before it could store');
    await stores.files.put(...file);
  },
};
const services: JobServices = {
  ...jobServices(await loadServerCore(), { db: stores.db, files }, undefined, readLimits(process.env)),
  deadline: stopping.signal,
};
/** The main thread checks tokens before it passes a request on: threads that parse files do not have the keys. */
const noKeys = () => Promise.reject(new Error('This thread has no signing keys'));
const keyedHash = () => {
  throw new Error('This thread has no key of hashes');
};
const answerForwarded = createApart(
  ROUTES,
  routeContext({ ...services, keys: { current: noKeys, find: noKeys }, keyedHash }),
);

function run(task: WorkerTask): Promise<unknown> {
  if ('event' in task) return handleEvents(services, task.event);
  if ('exported' in task) return prepareExport(services, task.exported);
  return answerForwarded(task.request);
}

parentPort?.on('message', async (sent: ToThread) => {
  if (sent === 'stop') return stopping.abort(new BuilderStopped());
  gate = sent.gate;
  const { company, task } = sent.content as { readonly company: string; readonly task: WorkerTask };
  const reply = await runAsTenant(company, () => run(task)).then(
    (answer): FromThread => ({ answer }),
    (error): FromThread => ({ error: packError(error) }),
  );
  parentPort?.postMessage(reply);
});
