import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { AcknowledgedCommits, acknowledgedFile } from './acknowledged.ts';
import { checkIntegrity, openConnection } from './connection.ts';
import { SqliteEngine } from './engine.ts';
import { WriteQueue } from './write_queue.ts';
import {
  type Opened,
  type SentError,
  sendError,
  type ToWriter,
  type WriteReply,
  type WriteRequest,
} from './writer_messages.ts';

/*
 * The one thread that writes a file. What has come meanwhile is written in one commit, so one fsync serves many writers; companies take
 * turns in the queue. Main thread and job threads each have a port.
 */

/** Writes of one commit, at most: the last of them waits no longer than for these. */
const GROUP = 256;

interface Waiting {
  readonly port: MessagePort;
  readonly request: WriteRequest;
}

const { file, port } = workerData as { readonly file: string; readonly port: MessagePort };
const queue = new WriteQueue<Waiting>();
let isScheduled = false;
/** What a check has found in the file: nothing is written to it any more. */
let damage: SentError | undefined;

const opened = open();
if (opened) serve(port);

function open(): { engine: SqliteEngine; acknowledged: AcknowledgedCommits; close(): void } | undefined {
  try {
    const connection = openConnection(file);
    const engine = new SqliteEngine(connection, file);
    checkIntegrity(connection, file, engine);
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
  const refusal = damage;
  if (refusal) return group.map(({ request: { id } }) => ({ id, error: refusal }));
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

parentPort?.on('message', (message: ToWriter) => {
  if (message !== 'close') {
    if ('join' in message) serve(message.join);
    else damage = message.damaged;
    return;
  }
  while (!queue.isEmpty) writeGroup();
  opened?.close();
  parentPort?.postMessage('closed');
  parentPort?.close();
  port.close();
});
