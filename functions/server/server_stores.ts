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

/** Addresses to which forms and links of this server lead. */
const PLACES = { formUrl: S3_POST_PATH, linkPath: SIGNED_DOWNLOAD_PATH } as const;

/** How a thread opens the stores of its process: by their names in a cloud, or as those of this machine. */
export type StoreAddress = StoreNames | { readonly sqlite: SqliteAddress; readonly folder: FolderOptions };

/** Start data of a thread. */
export interface ThreadStores {
  readonly address: StoreAddress;
  /** Ports in the start data, which are transferred to the thread. */
  readonly transferList: readonly MessagePort[];
}

/** The open stores of a server, filled with the dictionaries of this release. */
export interface ServerStores {
  readonly db: Database;
  readonly files: Files;
  forThread(): ThreadStores;
}

/** Opens the table and the bucket of a server. Throws `StartError` for errors that the operator can fix. */
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

/** Opens the stores in a thread. Each adapter is imported on demand: the SDK alone takes 30 MB. */
export async function openThreadStores(address: StoreAddress): Promise<{ db: Database; files: Files }> {
  if ('table' in address) {
    const { openStores } = await import('../adapters/aws/open_stores.ts');
    return openStores(address, PLACES);
  }
  const { joinSqliteDatabase } = await import('../adapters/sqlite/sqlite_database.ts');
  const { openFolder } = await import('../adapters/folder/folder_files.ts');
  return { db: joinSqliteDatabase(address.sqlite), files: openFolder(address.folder) };
}
