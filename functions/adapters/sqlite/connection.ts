import { DatabaseSync } from 'node:sqlite';
import type { Item, Key } from '../../store/database.ts';
import { DamagedStore, StoreFull } from '../../store/store_error.ts';

/** Version of the tables below, kept in `user_version` of the file. */
const SCHEMA_VERSION = 1;

const SCHEMA = [
  `CREATE TABLE items (pk TEXT NOT NULL, sk TEXT NOT NULL, list TEXT, updated_at TEXT, expires_at INTEGER,
  item TEXT NOT NULL, sum INTEGER NOT NULL, UNIQUE (pk, sk)) STRICT`,
  // Has all that a list of keys wants.
  'CREATE INDEX items_list ON items (pk, list DESC, sk, updated_at) WHERE list IS NOT NULL',
  'CREATE INDEX items_expiry ON items (expires_at) WHERE expires_at IS NOT NULL',
  // One row: how many groups of writes have been committed.
  'CREATE TABLE commits (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT',
] as const;

/** FULL: a commit is on the disk before it is acknowledged. */
const PRAGMAS = [
  'busy_timeout = 5000',
  'synchronous = FULL',
  'cache_size = -65536',
  'wal_autocheckpoint = 1000',
  'trusted_schema = OFF',
  'cell_size_check = ON',
  // fsync of macOS leaves the bytes in the cache of the disk.
  ...(process.platform === 'darwin' ? ['fullfsync = ON', 'checkpoint_fullfsync = ON'] : []),
];

/** Opens a file for reading and writing, and makes its tables if it is empty. `:memory:` is a database of this connection alone. */
export function openConnection(file: string): DatabaseSync {
  return unlessDamaged(file, () => {
    const connection = new DatabaseSync(file);
    for (const pragma of ['journal_mode = WAL', ...PRAGMAS]) connection.exec(`PRAGMA ${pragma}`);
    if (versionOf(connection) === 0 && schemaOf(connection).length === 0) makeTables(connection);
    refuseForeign(connection, file);
    return connection;
  });
}

/** Opens a file that a writer has open. */
export function openReader(file: string): DatabaseSync {
  return unlessDamaged(file, () => {
    const connection = new DatabaseSync(file, { readOnly: true });
    for (const pragma of PRAGMAS) connection.exec(`PRAGMA ${pragma}`);
    return connection;
  });
}

function makeTables(connection: DatabaseSync): void {
  connection.exec('BEGIN IMMEDIATE');
  for (const statement of SCHEMA) connection.exec(statement);
  connection.exec(`INSERT INTO commits (id, count) VALUES (1, 0); PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

function versionOf(connection: DatabaseSync): unknown {
  return connection.prepare('PRAGMA user_version').get()?.user_version;
}

/** In no order: VACUUM writes the indexes behind all tables. */
function schemaOf(connection: DatabaseSync): string[] {
  const rows = connection.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  return rows.map(({ sql }) => String(sql));
}

function refuseForeign(connection: DatabaseSync, file: string): void {
  const isOurs =
    versionOf(connection) === SCHEMA_VERSION && schemaOf(connection).sort().join() === [...SCHEMA].sort().join();
  if (!isOurs) throw new DamagedStore(`${file} is not a database of this release`);
}

/** Reads all that is stored and throws DamagedStore if anything is not as it was written. `rows` checks each item that it reads. */
export function checkIntegrity(
  connection: DatabaseSync,
  file: string,
  rows: { page(after: Key, limit: number): readonly Item[] },
): void {
  unlessDamaged(file, () => {
    const faults = connection.prepare('PRAGMA integrity_check(1)').all();
    const [fault] = faults.map(({ integrity_check }) => integrity_check);
    if (fault !== 'ok') throw new DamagedStore(`${file}: ${fault}`);
    for (let page = rows.page({ pk: '', sk: '' }, PAGE); page.length > 0; ) {
      const last = page.at(-1);
      page = rows.page({ pk: String(last?.pk), sk: String(last?.sk) }, PAGE);
    }
  });
}

/** Rows that a check reads at a time. */
const PAGE = 1000;

/** Primary result codes of SQLite. Source: sqlite.org/rescode.html */
const [READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [8, 10, 11, 13, 14, 26];

/** Runs calls of SQLite; throws its errors as ours. */
export function unlessDamaged<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(file, error);
  }
}

function storeError(file: string, error: unknown): unknown {
  const { code, errcode = 0, message } = error as Error & { readonly code?: string; readonly errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR') return error;
  const text = `${file}: ${message} (${errcode})`;
  const primary = errcode & 0xff;
  if ([READONLY, IOERR, FULL, CANTOPEN].includes(primary)) return new StoreFull(text, { cause: error });
  if ([CORRUPT, NOTADB].includes(primary)) return new DamagedStore(text, { cause: error });
  return error;
}
