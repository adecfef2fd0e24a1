import { openServer, type Server } from '../server/open_server.ts';
import { localHashKey, localKeys } from './jwt_key.ts';
import { openLocalStores } from './local_store.ts';

/**
 * The server of `npm run serve` over the stores of a data folder. `web`: folder of the built web
 * application.
 */
export async function openBackend(dataDir: string, web: string): Promise<Server> {
  const stores = await openLocalStores(dataDir);
  try {
    // The lock of the folder excludes other processes.
    const keys = localKeys(dataDir);
    const server = await openServer({ stores, keys, hashKey: localHashKey(dataDir), web, alone: true });
    const close = async () => {
      await server.close();
      await stores.close();
    };
    return { ...server, close };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
