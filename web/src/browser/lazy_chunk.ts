import { type ComponentType, lazy } from 'react';

/** Longest wait for a chunk, ms (as specified). */
const CHUNK_TIMEOUT_MS = 120_000;

/**
 * A component in a lazy chunk, fetched when it is first shown. A chunk that does not come in time
 * has failed.
 */
export function lazyChunk<Props>(fetchChunk: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await inTime(fetchChunk()) }));
}

/** A chunk of the program could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

async function inTime<T>(fetching: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('It did not come in time')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([fetching, timeout]);
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('It cannot be fetched', { cause });
  } finally {
    clearTimeout(timer);
  }
}
