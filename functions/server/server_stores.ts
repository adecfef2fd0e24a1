import type { MessagePort } from 'node:worker_threads';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import type { StoreNames } from '../adapters/aws/open_stores.ts';
import type { FolderOptions } from '../adapters/folder/folder_files.ts';
import type { SqliteAddress } from '../adapters/sqlite/sqlite_database.ts';
import type { Database } from '../store/database.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import { S3_POST_PATH } from './s3_post_endpoint.ts';
import { SIGNED_DOWNLOAD_PATH } from './signed_download_endpoint.ts';
import { withStartupDiagnostics } from './store_health.ts';

/** Where forms and links of this server lead. */
const PLACES = { formUrl: S3_POST_PATH, linkPath: SIGNED_DOWNLOAD_PATH } as const;

/** How a thread finds the stores of its process: by their names in a cloud, or those of this machine. */
export type StoreAddress = StoreNames | { readonly sqlite: SqliteAddress; readonly folder: FolderOptions };

/** What one thread is started with. */
export interface ThreadStores {
  readonly address: StoreAddress;
  /** Ports in it, which move to the thread. */
  readonly transferList: readonly MessagePort[];
}

/** The open stores of a server, with the dictionaries of this release in them. */
export interface ServerStores {
  readonly db: Database;
  readonly files: Files;
  forThread(): ThreadStores;
}

/** Opens the table and the bucket of a server. Throws `StartError` for what its user can mend. */
export async function openRemoteStores(names: StoreNames): Promise<ServerStores> {
  const { openStores } = await import('../adapters/aws/open_stores.ts');
  const { db, files } = openStores(names, PLACES);
  try {
    await withStartupDiagnostics('table', db.name, () => seedDictionaries(db, DICTIONARIES));
    await withStartupDiagnostics('bucket', files.bucket, () => files.ping());
  } catch (error) {
    await files.close();
    await db.close();
    throw error;
  }
  return { db, files, forThread: () => ({ address: names, transferList: [] }) };
}

/** Opens the stores in a thread. Each adapter is loaded where it is used: the SDK alone is 30 MB. */
export async function openThreadStores(address: StoreAddress): Promise<{ db: Database; files: Files }> {
  if ('table' in address) {
    const { openStores } = await import('../adapters/aws/open_stores.ts');
    return openStores(address, PLACES);
  }
  const { joinSqliteDatabase } = await import('../adapters/sqlite/sqlite_database.ts');
  const { openFolder } = await import('../adapters/folder/folder_files.ts');
  return { db: joinSqliteDatabase(address.sqlite), files: openFolder(address.folder) };
}
