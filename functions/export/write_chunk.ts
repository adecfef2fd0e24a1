import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits until the reader has room again, so that a file of any size stays small in memory. */
export async function writeChunk(out: Writable, chunk: string | Uint8Array): Promise<void> {
  if (!out.write(chunk)) await once(out, 'drain');
}
