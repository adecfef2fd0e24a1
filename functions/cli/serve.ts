import { logAll } from '../log.ts';
import { openKeysFile, readHashKey } from '../server/keys_file.ts';
import { listen } from '../server/listen.ts';
import { plainHttpWarning } from '../server/plain_http.ts';
import { readServeSettings } from '../server/serve_settings.ts';
import { StartError } from '../server/start_error.ts';
import { fail, stopOnSignal } from '../server/stop_on_signal.ts';
import { isBuilt, WEB_BUILD } from './build.ts';

/**
 * `npm run serve`: the product over the table and bucket of the variables, behind a reverse proxy.
 * Writes no local files.
 */
async function serve(): Promise<void> {
  const { host, port, keysFile, table, bucket, proxies } = readServeSettings(process.env);
  const keys = openKeysFile(keysFile);
  if (!isBuilt()) throw new StartError('Продукт не собран или собран из другой версии. Выполните: npm run build');
  // Imported only now: it reads what the build has written.
  const { openServer } = await import('../server/open_server.ts');
  const { openRemoteStores } = await import('../server/server_stores.ts');
  const stores = await openRemoteStores({ table, bucket });
  const server = await openServer({
    ...{ stores, keys, hashKey: readHashKey(keysFile) },
    ...{ web: WEB_BUILD, alone: false, proxies, log: logAll },
  });
  // The proxy expects it at exactly this port.
  const close = async () => {
    await server.close();
    await stores.files.close();
    await stores.db.close();
  };
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

await serve().catch(fail);
