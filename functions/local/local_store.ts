import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { openFolder, removeIncoming, removeOutdated } from '../adapters/folder/folder_files.ts';
import { databaseFile, filesFolder, storeFolder } from '../adapters/folder/store_folder.ts';
import { FolderInUse, lockFolder } from '../adapters/sqlite/folder_lock.ts';
import { openSqliteDatabase, type SqliteDatabase } from '../adapters/sqlite/sqlite_database.ts';
import { logProblems } from '../log.ts';
import { S3_POST_PATH } from '../server/s3_post_endpoint.ts';
import type { ServerStores } from '../server/server_stores.ts';
import { SIGNED_DOWNLOAD_PATH } from '../server/signed_download_endpoint.ts';
import { StartError } from '../server/start_error.ts';
import type { Database } from '../store/database.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import { DamagedStore, isDiskFull } from '../store/store_error.ts';
import { applyTerms } from '../store/terms.ts';
import { readDemoAccess } from './demo_access.ts';
import { describeMove, hasFormerStore, moveFormerStore } from './former_store/migrate.ts';
import { readIfThere, writePrivate } from './private_file.ts';

/** The stores of a data folder, used only by this process. */
export interface LocalStores extends ServerStores {
  readonly db: SqliteDatabase;
  close(): Promise<void>;
}

/** Interval of the removal of expired items, ms. */
const CLEANING_MS = 60 * 60_000;
/** Time from one check of the database to the next, ms: for so long a damaged index may hide items of a server that runs. */
const CHECK_MS = 10 * 60_000;

/**
 * Opens the stores of a data folder exclusively. Data of a former release is migrated first. Throws
 * `StartError`.
 */
export async function openLocalStores(dataDir: string): Promise<LocalStores> {
  return explainedOpening(dataDir, async () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = lockFolder(dataDir);
    try {
      return await openLocked(dataDir, lock.release);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

async function openLocked(dataDir: string, release: () => void): Promise<LocalStores> {
  const store = storeFolder(dataDir);
  const signed = {
    bucket: 'fugitive-emissions',
    credentials: { accessKeyId: 'local', secretAccessKey: randomBytes(32).toString('hex') },
    ...{ formUrl: S3_POST_PATH, linkPath: SIGNED_DOWNLOAD_PATH },
  };
  await prepare(dataDir, store, signed);
  const folder = filesFolder(store);
  await removeIncoming(folder);
  const db = await openSqliteDatabase(databaseFile(store));
  await seedDictionaries(db, DICTIONARIES);
  await applyTerms(db);
  const files = openFolder({ ...signed, folder });
  const clean = async () => {
    await db.removeExpired(new Date());
    await removeOutdated(folder, new Date());
  };
  const timer = setInterval(
    () => clean().catch((error) => logProblems({ level: 'error', event: 'not_cleaned', error: String(error) })),
    CLEANING_MS,
  );
  await clean();
  const check = () =>
    db.check().catch((error) => logProblems({ level: 'error', event: 'store_damaged', error: String(error) }));
  const checking = setInterval(check, CHECK_MS);
  return {
    db,
    files,
    forThread: () => {
      const sqlite = db.address();
      return { address: { sqlite, folder: { ...signed, folder } }, transferList: [sqlite.port] };
    },
    close: async () => {
      for (const each of [timer, checking]) clearInterval(each);
      await db.close();
      release();
    },
  };
}

/**
 * Opens the database of a data folder for a command: the product may be running from it. Throws
 * `StartError`.
 */
export async function openLocalDatabase(dataDir: string): Promise<Database> {
  if (!existsSync(dataDir))
    throw new StartError(`Папки данных нет: ${dataDir}. Запустите продукт один раз (npm start) или укажите DATA_DIR.`);
  const file = databaseFile(storeFolder(dataDir));
  if (existsSync(file)) return explainedOpening(dataDir, () => openSqliteDatabase(file));
  const { db, close } = await openLocalStores(dataDir);
  return { ...db, close };
}

/** File that records the migration of a former release: with it, a missing store is a lost one. */
const MOVED = 'moved.json';

async function prepare(dataDir: string, store: string, signed: Parameters<typeof moveFormerStore>[2]): Promise<void> {
  if (existsSync(databaseFile(store))) return;
  const marker = join(dataDir, MOVED);
  const wasMoved = readIfThere(marker) !== undefined;
  if (hasFormerStore(dataDir) && !wasMoved) {
    const moved = await moveFormerStore(dataDir, store, signed);
    writePrivate(marker, `${JSON.stringify(moved)}\n`);
    console.log(describeMove(dataDir, moved));
    return;
  }
  // Both files are created after the store.
  if (wasMoved || existsSync(join(dataDir, 'jwt.key')) || existsSync(join(dataDir, 'demo.json'))) {
    throw new StartError(
      `В папке данных нет хранилища ${databaseFile(store)}, хотя продукт в ней уже работал. Верните папку ${dataDir} из резервной копии или начните с новой: DATA_DIR=папка npm start`,
    );
  }
  mkdirSync(filesFolder(store), { recursive: true, mode: 0o700 });
}

/** Runs work on a data folder; throws faults that the user can correct as `StartError`. */
export async function explainedOpening<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const message = adviceOn(dataDir, cause);
    throw message === undefined ? cause : new StartError(message, { cause });
  }
}

function adviceOn(dataDir: string, cause: unknown): string | undefined {
  const store = storeFolder(dataDir);
  if (cause instanceof FolderInUse) {
    const url = readDemoAccess(dataDir)?.url;
    const where = url ? ` Он открыт по адресу ${url}` : '';
    return `Продукт уже запущен из этой папки: ${dataDir}.${where}\nОстановите его или укажите другую папку: DATA_DIR=папка npm start`;
  }
  if (cause instanceof DamagedStore)
    return [
      `Хранилище данных повреждено (${cause.message}).`,
      'Продукт не запущен, чтобы не показать неверных чисел и не потерять записи без следа.',
      `Верните папку ${store} из резервной копии. Если копии нет, сохраните эту папку и обратитесь к тому, кто обслуживает продукт: docs/runbook/operations.md`,
    ].join('\n');
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (isDiskFull(cause) || ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'].includes(code))
    return `Не удалось записать в папку данных ${dataDir}: нет места или нет прав (${(cause as Error).message}). Освободите место, проверьте права или укажите другую папку: DATA_DIR=папка npm start`;
  return undefined;
}
