import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { AcknowledgedCommits, acknowledgedFile } from './acknowledged.ts';
import { checkIntegrity, openConnection } from './connection.ts';
import { SqliteEngine } from './engine.ts';
import { WriteQueue } from './write_queue.ts';
import { type Opened, sendError, type WriteReply, type WriteRequest } from './writer_messages.ts';

/*
 * The one thread that writes a file. What has come meanwhile is written in one commit, so one fsync serves many writers; companies take
 * turns in the queue. Main thread and job threads each have a port.
 */

/** Writes of one commit, at most: the last of them waits no longer than for these. */
const GROUP = 256;
/** Rows that the check at the start reads at a time. */
const PAGE = 1000;

interface Waiting {
  readonly port: MessagePort;
  readonly request: WriteRequest;
}

const { file, port } = workerData as { readonly file: string; readonly port: MessagePort };
const queue = new WriteQueue<Waiting>();
let isScheduled = false;

const opened = open();
if (opened) serve(port);

function open(): { engine: SqliteEngine; acknowledged: AcknowledgedCommits; close(): void } | undefined {
  try {
    const connection = openConnection(file);
    const engine = new SqliteEngine(connection, file);
    checkIntegrity(connection, file, () => {
      for (let page = engine.page({ pk: '', sk: '' }, PAGE); page.length > 0; ) {
        const last = page.at(-1);
        page = engine.page({ pk: String(last?.pk), sk: String(last?.sk) }, PAGE);
      }
    });
    const acknowledged = new AcknowledgedCommits(acknowledgedFile(file), engine.commits);
    parentPort?.postMessage({ opened: true } satisfies Opened);
    const close = () => {
      acknowledged.close();
      engine.close();
    };
    return { engine, acknowledged, close };
  } catch (error) {
    parentPort?.postMessage({ error: sendError(error) } satisfies Opened);
    return undefined;
  }
}

function serve(client: MessagePort): void {
  client.on('message', (request: WriteRequest) => {
    queue.add(request.company, { port: client, request });
    if (isScheduled) return;
    isScheduled = true;
    // After all messages that are there already.
    setImmediate(writeGroup);
  });
}

function writeGroup(): void {
  if (!opened) return;
  const group = queue.take(GROUP);
  const replies = commit(opened, group);
  group.forEach(({ port: client }, index) => {
    client.postMessage(replies[index]);
  });
  isScheduled = !queue.isEmpty;
  if (isScheduled) setImmediate(writeGroup);
}

function commit({ engine, acknowledged }: NonNullable<typeof opened>, group: readonly Waiting[]): WriteReply[] {
  try {
    const results = engine.commit(group.map(({ request }) => request.write));
    acknowledged.set(engine.commits);
    return group.map(({ request: { id } }, index) => {
      const result = results[index];
      return result instanceof Error ? { id, error: sendError(result) } : { id, result };
    });
  } catch (error) {
    return group.map(({ request: { id } }) => ({ id, error: sendError(error) }));
  }
}

parentPort?.on('message', (message: { readonly join: MessagePort } | 'close') => {
  if (message !== 'close') return serve(message.join);
  while (!queue.isEmpty) writeGroup();
  opened?.close();
  parentPort?.postMessage('closed');
  parentPort?.close();
  port.close();
});
