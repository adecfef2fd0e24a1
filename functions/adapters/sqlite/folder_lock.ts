import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unlessDamaged } from './connection.ts';

/** The folder is open in another process. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Result code of SQLite for a file that somebody else has locked. Source: sqlite.org/rescode.html */
const BUSY = 5;

/**
 * Holds a data folder for this process until it is released or the process ends, however it ends: an empty file of SQLite, whose lock is
 * one of the operating system. Throws FolderInUse.
 */
export function lockFolder(folder: string): { release(): void } {
  return lockFile(join(folder, 'serving.lock'));
}

/** Holds an empty file; throws FolderInUse if another process holds any lock on it. */
export function lockFile(file: string): { release(): void } {
  return unlessDamaged(file, () => {
    const lock = new DatabaseSync(file, { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      const isBusy = (error as { readonly errcode?: number }).errcode === BUSY;
      throw isBusy ? new FolderInUse(`${file} is locked by another process`, { cause: error }) : error;
    }
    return { release: () => lock.close() };
  });
}
