import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Tries of a move whose folder is removed at the same moment, because its last other file went. */
const TRIES = 5;

/**
 * Writes a file so that at every instant, a kill of the process included, it is there whole or not at all: beside its place first, to the
 * disk, then moved into it. Answers the size in bytes and the MD5, which S3 calls ETag.
 */
export async function writeWhole(
  path: string,
  content: Readable | Uint8Array,
  incoming: string,
): Promise<{ size: number; md5: string }> {
  await mkdir(incoming, { recursive: true });
  const half = join(incoming, randomUUID());
  try {
    const written = await writeTo(half, content);
    // Beside the new content the old ETag would be wrong.
    await rm(`${path}.md5`, { force: true });
    await move(half, path);
    return written;
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

async function writeTo(path: string, content: Readable | Uint8Array): Promise<{ size: number; md5: string }> {
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

async function move(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await mkdir(dirname(to), { recursive: true });
    try {
      return await rename(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === TRIES) throw error;
    }
  }
}
