import { join } from 'node:path';

/** The folder of a data folder that has all that is stored. */
export function storeFolder(dataDir: string): string {
  return join(dataDir, 'store');
}

/** The database of a store. */
export function databaseFile(store: string): string {
  return join(store, 'data.db');
}

/** The files of a store. */
export function filesFolder(store: string): string {
  return join(store, 'files');
}
