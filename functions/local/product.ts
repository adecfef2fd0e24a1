import { listen } from '../server/listen.ts';
import { openBackend } from './backend.ts';
import { writeDemoAccess } from './demo_access.ts';
import { type CheckedAccess, ensureDemoCompany } from './demo_company.ts';
import { explainedOpening } from './local_store.ts';
import type { LocalSettings } from './settings.ts';

/** The product, running on this machine. */
export interface Product {
  readonly access: CheckedAccess;
  /**
   * Completes running requests and closes the store. Even without it no acknowledged write is lost.
   */
  stop(): Promise<void>;
}

/**
 * Starts the product: the store, its data, the server. `web`: folder of the built web application.
 * The core must be built before this module is imported. Throws `StartError`.
 */
export async function startProduct({ host, port, dataDir }: LocalSettings, web: string): Promise<Product> {
  const backend = await openBackend(dataDir, web);
  try {
    // A disk that is full lets the store open, but not these write.
    const { changed, ...demo } = await explainedOpening(dataDir, () =>
      ensureDemoCompany(backend.app, backend.db, dataDir),
    );
    const server = await listen(backend.site, host, port);
    const stop = async () => {
      await server.close();
      await backend.close();
    };
    const access = { ...demo, url: server.url };
    await explainedOpening(dataDir, async () => writeDemoAccess(dataDir, access)).catch(async (error) => {
      await server.close();
      throw error;
    });
    return { access: { ...access, changed }, stop };
  } catch (error) {
    await backend.close();
    throw error;
  }
}
