import { logAll } from '../log.ts';
import { openKeysFile, readHashKey } from '../server/keys_file.ts';
import { listen } from '../server/listen.ts';
import { plainHttpWarning } from '../server/plain_http.ts';
import { type Address, readServeSettings } from '../server/serve_settings.ts';
import type { ServerStores } from '../server/server_stores.ts';
import { StartError } from '../server/start_error.ts';
import { fail, stopOnSignal } from '../server/stop_on_signal.ts';
import { isBuilt, WEB_BUILD } from './build.ts';

/**
 * `npm run serve`: the product on the table and bucket that the variables name, behind a reverse
 * proxy. Writes no local files.
 */
async function serve(): Promise<void> {
  const { host, port, keysFile, table, bucket, proxies, metrics } = readServeSettings(process.env);
  const keys = openKeysFile(keysFile);
  if (!isBuilt()) throw new StartError('Продукт не собран или собран из другой версии. Выполните: npm run build');
  // Imported on demand: it reads the output of the build.
  const { openServer } = await import('../server/open_server.ts');
  const { openRemoteStores } = await import('../server/server_stores.ts');
  const stores = await openRemoteStores({ table, bucket });
  const watched = metrics && (await watch(stores, metrics));
  const server = await openServer({
    ...{ stores, log: logAll, ...watched, keys, hashKey: readHashKey(keysFile) },
    ...{ web: WEB_BUILD, alone: false, proxies },
  });
  const close = async () => {
    await watched?.close();
    await server.close();
    await stores.files.close();
    await stores.db.close();
  };
  // The proxy expects the server at exactly this port.
  const listening = await listen(server.site, host, port, 0).catch(async (error) => {
    await close();
    throw error;
  });
  stopOnSignal(async () => {
    await listening.close();
    await close();
  });
  const warning = plainHttpWarning(host, proxies);
  if (warning) console.warn(warning);
  console.log(`Продукт работает: ${listening.url}`);
}

/** The stores and the log with metrics; the metrics are served at an address of their own. */
async function watch(stores: ServerStores, { host, port }: Address) {
  const { openMetrics } = await import('../server/metrics.ts');
  const metrics = openMetrics();
  const listening = await listen(metrics.site, host, port, 0);
  console.log(`Показатели для Prometheus: ${listening.url}/metrics`);
  return {
    stores: { ...stores, db: metrics.timed('table', stores.db), files: metrics.timed('bucket', stores.files) },
    log: metrics.counting(logAll),
    close: listening.close,
  };
}

await serve().catch(fail);
