import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDatabase, openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openMemoryDatabase, openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { startDynamo } from '#functions/local/former_store/dynalite_server.ts';
import type { Database } from '#functions/store/database.ts';
import { TABLE_DEFINITION } from '#functions/store/layout.ts';
import { freePort } from './free_port.ts';

/** A database, and the function that closes it with its server. */
export interface OpenTable {
  readonly db: Database;
  close(): Promise<void>;
}

/** Opens a table on a server with the DynamoDB API. */
export interface OpenDynamo extends OpenTable {
  readonly db: DynamoDatabase;
}

/** An adapter of the port, and its differences from DynamoDB. */
export interface Server {
  readonly name: string;
  /** Undefined if the server is not installed. */
  readonly open?: () => Promise<OpenTable>;
  readonly isLax?: boolean;
}

const REGION = 'eu-central-1';
const NAME = 'test';

/** Every adapter of the port: SQLite, and DynamoDB's over a server of this machine, and over another where it is installed. */
export const SERVERS: readonly Server[] = [
  { name: 'SQLite in memory', open: openMemory },
  { name: 'SQLite in a file', open: openFile },
  { name: 'dynalite', open: openDynalite, isLax: true },
  { name: 'dynoxide', ...(dynoxide() !== undefined && { open: openDynoxide }) },
];

async function openMemory(): Promise<OpenTable> {
  const db = openMemoryDatabase();
  return { db, close: () => db.close() };
}

async function openFile(): Promise<OpenTable> {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  const db = await openSqliteDatabase(join(folder, 'data.db'));
  return {
    db,
    close: async () => {
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function openDynalite(): Promise<OpenDynamo> {
  const folder = mkdtempSync(join(tmpdir(), 'dynamo-'));
  const { endpoint, credentials, close } = await startDynamo(folder, NAME, TABLE_DEFINITION);
  const db = openDynamo({ name: NAME, endpoint, credentials, region: REGION });
  return {
    db,
    close: async () => {
      db.client.destroy();
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openDynoxide(): Promise<OpenDynamo> {
  const folder = mkdtempSync(join(tmpdir(), 'dynoxide-'));
  const port = await freePort();
  const flags = ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', join(folder, 'data.db')];
  const server = spawn(dynoxide() ?? '', flags, { stdio: 'ignore' });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const db = openDynamo({ name: NAME, endpoint: `http://127.0.0.1:${port}`, credentials, region: REGION });
  await eventually(() => db.client.send(new CreateTableCommand({ ...TABLE_DEFINITION, TableName: NAME })));
  return {
    db,
    close: async () => {
      db.client.destroy();
      server.kill();
      await once(server, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function dynoxide(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  } catch {
    return undefined;
  }
}

async function eventually(attempt: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
