import { parentPort, workerData } from 'node:worker_threads';
import { checkIntegrity, openReader } from './connection.ts';
import { SqliteEngine } from './engine.ts';
import { type Opened, sendError } from './writer_messages.ts';

/*
 * Reads a whole file that serves, in a thread of its own, and tells whether anything has changed on the disk since it was written. Rows are
 * checked whenever they are read; a damaged index would hide rows without a word.
 */

const { file } = workerData as { readonly file: string };

try {
  const connection = openReader(file);
  const engine = new SqliteEngine(connection, file);
  checkIntegrity(connection, file, engine);
  engine.close();
  parentPort?.postMessage({ opened: true } satisfies Opened);
} catch (error) {
  parentPort?.postMessage({ error: sendError(error) } satisfies Opened);
}
