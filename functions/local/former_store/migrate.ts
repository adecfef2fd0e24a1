import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { commitFolder } from '../../adapters/folder/atomic_file.ts';
import { type FolderOptions, openFolder, removeHashes } from '../../adapters/folder/folder_files.ts';
import { databaseFile, filesFolder } from '../../adapters/folder/store_folder.ts';
import { openConnection } from '../../adapters/sqlite/connection.ts';
import { SqliteEngine } from '../../adapters/sqlite/engine.ts';
import { lockFile } from '../../adapters/sqlite/folder_lock.ts';
import { toRow } from '../../adapters/sqlite/stored_row.ts';
import { StartError } from '../../server/start_error.ts';
import type { Database, Item, NewItem } from '../../store/database.ts';
import type { FileKey } from '../../store/file_key.ts';
import { DamagedFile } from '../../store/files.ts';

/*
 * Data folders of releases up to 0.1 have a LevelDB of dynalite in `dynamo` and the files of s3rver in `s3`. They are copied into a folder
 * beside the new one, compared item by item, and moved to their place by one rename: a start that is killed on the way does it again.
 * The former folders stay as they are.
 */

/** Table and bucket of those releases. */
const NAME = 'fugitive-emissions';

const OBJECT = '._S3rver_object';

/** Result of the migration. */
export interface Moved {
  readonly items: number;
  readonly files: number;
  /** Files that were damaged before; they are never used. */
  readonly damaged: readonly string[];
}

/** Whether a data folder has a store of a former release. */
export function hasFormerStore(dataDir: string): boolean {
  return existsSync(join(dataDir, 'dynamo', 'CURRENT'));
}

/** Moves the data of the former store to the folder `store`, which is not there yet. */
export async function moveFormerStore(
  dataDir: string,
  store: string,
  files: Omit<FolderOptions, 'folder'>,
): Promise<Moved> {
  const part = `${store}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  const items = await moveItems(dataDir, part);
  const moved = await moveFiles(dataDir, part, files);
  await commitFolder(part, store);
  return { items, ...moved };
}

async function moveItems(dataDir: string, part: string): Promise<number> {
  // dynalite modifies the store that it opens, so a copy is read.
  const copy = join(part, 'former');
  const former = join(dataDir, 'dynamo');
  // A running product of the former release holds this lock.
  const lock = lockFile(join(former, 'LOCK'));
  cpSync(former, copy, { recursive: true });
  lock.release();
  const items = await readFormerItems(dataDir, copy).catch((cause) => explainUnreadable(dataDir, copy, cause));
  refuseDamaged(dataDir, copy);
  const file = databaseFile(part);
  const connection = openConnection(file);
  const engine = new SqliteEngine(connection, file);
  try {
    engine.commit(items.map((item) => ({ kind: 'put', row: toRow(item as NewItem) })));
    const different = items.find((item) => !isDeepStrictEqual(engine.get(item as NewItem), item));
    if (different) throw new Error(`The item ${different.pk} ${different.sk} did not arrive as it was`);
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    engine.close();
  }
  rmSync(copy, { recursive: true });
  return items.length;
}

/** Longest reading of a former store, ms: dynalite answers nothing about a table whose description is damaged. */
const READING_MS = 10 * 60_000;

async function readFormerItems(dataDir: string, copy: string): Promise<Item[]> {
  const { refuseFolderInUse } = await import('./dynalite_server.ts').catch(explainMissing);
  await refuseFolderInUse(copy);
  refuseDamaged(dataDir, copy);
  const end = new AbortController();
  const reading = withFormerDatabase(copy, async (db) => {
    const all: Item[] = [];
    for await (const item of db.scan()) all.push(item);
    return all;
  });
  const late = setTimeout(READING_MS, undefined, { signal: end.signal }).then(() => {
    throw new Error(`it gives no answer within ${READING_MS / 60_000} minutes`);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    end.abort();
  }
}

/** Explains that LevelDB cannot read the store; what it has dropped is told as such. */
function explainUnreadable(dataDir: string, copy: string, cause: Error): never {
  if (cause instanceof StartError) throw cause;
  refuseDamaged(dataDir, copy);
  const message = [
    `Прежнее хранилище ${join(dataDir, 'dynamo')} повреждено и не читается (${cause.message}).`,
    'Ничего не перенесено. Верните папку данных из резервной копии.',
  ].join('\n');
  throw new StartError(message, { cause });
}

async function withFormerDatabase<T>(folder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { startDynamo } = await import('./dynalite_server.ts').catch(explainMissing);
  const { openDynamo } = await import('../../adapters/aws/dynamo_database.ts');
  const { TABLE_DEFINITION } = await import('../../store/layout.ts');
  const server = await startDynamo(folder, NAME, TABLE_DEFINITION);
  const { endpoint, credentials } = server;
  const db = openDynamo({ name: NAME, endpoint, credentials, region: 'eu-central-1' });
  try {
    return await work(db);
  } finally {
    await db.close();
    await server.close();
  }
}

/**
 * Explains that the reader of the former store is a development dependency, which must be
 * installed.
 */
function explainMissing(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  const message =
    'В папке данных хранилище прежнего выпуска, а программы для его чтения не установлены. Запустите продукт с этой папкой один раз из исходных текстов (npm ci && npm start): данные будут перенесены.';
  throw new StartError(message, { cause });
}

/**
 * Refuses a store from which LevelDB dropped damaged records; LevelDB reports them only in its log.
 */
function refuseDamaged(dataDir: string, copy: string): void {
  if (process.env.ACCEPT_LOSS === 'yes') return;
  const logs = ['LOG', 'LOG.old'].map((name) => join(copy, name)).filter(existsSync);
  const lines = logs.flatMap((log) => readFileSync(log, 'utf8').split('\n'));
  const line = lines.find((text) => /corruption|dropping/i.test(text));
  if (line === undefined) return;
  throw new StartError(
    [
      `Прежнее хранилище ${join(dataDir, 'dynamo')} повреждено, часть записей потеряна (LevelDB: ${line.trim()}).`,
      'Ничего не перенесено. Верните папку данных из резервной копии.',
      'Если копии нет, перенесите то, что уцелело: ACCEPT_LOSS=yes npm start',
    ].join('\n'),
  );
}

async function moveFiles(dataDir: string, part: string, options: Omit<FolderOptions, 'folder'>) {
  const bucket = join(dataDir, 's3', NAME);
  const folder = filesFolder(part);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const to = openFolder({ ...options, folder });
  const entries = existsSync(bucket) ? readdirSync(bucket, { recursive: true, withFileTypes: true }) : [];
  const paths = entries
    .filter(({ name }) => name.endsWith(OBJECT))
    .map(({ parentPath, name }) => join(parentPath, name));
  const damaged: string[] = [];
  for (const path of paths) {
    const key = relative(bucket, path.slice(0, -OBJECT.length)).replaceAll(sep, '/') as FileKey;
    await to.putFile(key, path, '');
    if (await isWhole(to, key)) continue;
    damaged.push(key);
    // Hashes of damaged bytes would make them look intact.
    await removeHashes(folder, key);
  }
  return { files: paths.length, damaged };
}

async function isWhole(files: ReturnType<typeof openFolder>, key: FileKey): Promise<boolean> {
  try {
    await files.get(key);
    return true;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}

/** The result of the migration as Russian text. */
export function describeMove(dataDir: string, { items, files, damaged }: Moved): string {
  return [
    `Данные перенесены в новое хранилище и сверены: записей ${items}, файлов ${files}.`,
    ...(damaged.length > 0 ? [`Повреждены ещё до переноса, загрузите заново: ${damaged.join(', ')}`] : []),
    `Прежние папки ${join(dataDir, 'dynamo')} и ${join(dataDir, 's3')} не изменены; убедитесь, что всё на месте, и удалите их.`,
  ].join('\n');
}
