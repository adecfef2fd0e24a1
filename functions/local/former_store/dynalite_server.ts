import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { makeTable } from '../../adapters/aws/make_table.ts';
import { FolderInUse } from '../../adapters/sqlite/folder_lock.ts';
import { serveOnlyBearerOf } from './require_access_key.ts';

/** A DynamoDB-compatible server in this process. */
export interface EmbeddedDynamo {
  readonly endpoint: string;
  /** The only accepted credentials, new at every start. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Stops the server and closes the store; resolves when everything is on disk. */
  close(): Promise<void>;
}

const REGION = 'eu-central-1';

const requireOfDynalite = createRequire(import.meta.resolve('dynalite'));
closeIteratorsAtEnd();

/**
 * Serves the DynamoDB API on a free port of 127.0.0.1 with its data in `folder`, and makes the
 * table if it is not there.
 */
export async function startDynamo(
  folder: string,
  tableName: string,
  definition: Omit<CreateTableCommandInput, 'TableName'>,
): Promise<EmbeddedDynamo> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await refuseFolderInUse(folder);
  const accessKeyId = randomBytes(16).toString('hex');
  const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  serveOnlyBearerOf(accessKeyId, server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dynamo = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId, secretAccessKey: randomBytes(16).toString('hex') },
    close: () => closeServer(server),
  };
  await createTable(dynamo, tableName, definition);
  return dynamo;
}

/**
 * dynalite ends an iterator by `return`, which iterators of its LevelDB lack: each query would
 * leave an open iterator with its snapshot, 50 KB.
 */
function closeIteratorsAtEnd(): void {
  const requireOfLevel = createRequire(requireOfDynalite.resolve('level'));
  const { AbstractKeyIterator, AbstractValueIterator } = requireOfLevel('abstract-level') as Record<
    'AbstractKeyIterator' | 'AbstractValueIterator',
    { readonly prototype: { close(): Promise<void>; return?: () => Promise<void> } }
  >;
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) prototype.return = prototype.close;
}

/**
 * Opens the LevelDB store once to check that it is free: dynalite itself would return a bare 500
 * for every call. LevelDB writes into its log what it drops.
 */
export async function refuseFolderInUse(folder: string): Promise<void> {
  const { Level } = requireOfDynalite('level') as {
    Level: new (path: string) => { open(): Promise<void>; close(): Promise<void> };
  };
  const store = new Level(folder);
  try {
    await store.open();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED') {
      throw new FolderInUse(`${folder} is open in another process`, { cause: error });
    }
    throw error;
  }
  await store.close();
}

async function createTable(
  { endpoint, credentials }: Pick<EmbeddedDynamo, 'endpoint' | 'credentials'>,
  tableName: string,
  definition: Omit<CreateTableCommandInput, 'TableName'>,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, credentials, region: REGION });
  try {
    await makeTable(client, tableName, definition);
  } finally {
    client.destroy();
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });
}
