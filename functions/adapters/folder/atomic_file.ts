import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlockHashes } from './block_hashes.ts';

/** Bytes on the disk that have no place yet. */
export interface Staged {
  readonly path: string;
  readonly size: number;
  /** What S3 calls ETag. */
  readonly md5: string;
  /** See `block_hashes.ts`. */
  readonly hashes: Buffer;
}

/** Writes bytes to the disk, in the folder `incoming`: all of them, or no file is left. */
export async function stage(content: AsyncIterable<Uint8Array> | Uint8Array, incoming: string): Promise<Staged> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const path = join(incoming, randomUUID());
  try {
    return { path, ...(await writeTo(path, content)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeTo(path: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<Omit<Staged, 'path'>> {
  const file = await open(path, 'wx', 0o600);
  const md5 = createHash('md5');
  const hashes = new BlockHashes();
  let size = 0;
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      md5.update(chunk);
      hashes.update(chunk);
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { size, md5: md5.digest('hex'), hashes: hashes.digest() };
}

/** Attempts to move a file whose folder is removed at the same moment, because its last other file went. */
const ATTEMPTS = 5;

/**
 * Moves a file to its place, for good when it resolves: at every instant, a kill of the process or a power cut included, the old file is
 * there whole or the new one.
 */
export async function commit(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const made = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    try {
      await rename(from, to);
      // A new folder is an entry of the folders above it.
      const last = made === undefined ? dirname(to) : dirname(made);
      for (let folder = dirname(to); ; folder = dirname(folder)) {
        await syncFolder(folder);
        if (folder === last || folder === dirname(folder)) return;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Moves a folder to its place, with all that is in it on the disk first. */
export async function commitFolder(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    else await syncFile(path);
  }
  await syncFolder(from);
  await rename(from, to);
  await syncFolder(dirname(to));
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts the entries of a folder on the disk. Windows keeps them itself, and opens no folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
