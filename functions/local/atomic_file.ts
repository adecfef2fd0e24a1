import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes on the disk that have no place yet. */
interface Received {
  readonly path: string;
  readonly size: number;
  /** What S3 calls ETag. */
  readonly md5: string;
}

/** Writes to the disk, in the folder `incoming`, what comes: all of it, or no file is left. */
export async function stage(content: Readable | Uint8Array, incoming: string): Promise<Received> {
  await mkdir(incoming, { recursive: true });
  const path = join(incoming, randomUUID());
  try {
    return { path, ...(await writeTo(path, content)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeTo(path: string, content: Readable | Uint8Array): Promise<Omit<Received, 'path'>> {
  const file = await open(path, 'wx', 0o600);
  const md5 = createHash('md5');
  let size = 0;
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      md5.update(chunk);
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { size, md5: md5.digest('hex') };
}

/** Tries of a move whose folder is removed at the same moment, because its last other file went. */
const TRIES = 5;

/** Moves a file to its place: at every instant, a kill of the process included, the old one is there whole or the new one. */
export async function commit(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await mkdir(dirname(to), { recursive: true });
    try {
      return await rename(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === TRIES) throw error;
    }
  }
}
