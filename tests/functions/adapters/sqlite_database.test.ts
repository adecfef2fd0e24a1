import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '#functions/adapters/sqlite/connection.ts';
import { endOfPrefix, SqliteEngine } from '#functions/adapters/sqlite/engine.ts';
import { joinSqliteDatabase, openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { toRow } from '#functions/adapters/sqlite/stored_row.ts';
import { WriteQueue } from '#functions/adapters/sqlite/write_queue.ts';
import { allOf, IS_NEW } from '#functions/store/condition.ts';
import { DamagedStore, ItemRefused } from '#functions/store/store_error.ts';
import { testFolder } from '../../support/test_folder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder('sqlite-');
  file = join(folder, 'data.db');
});

const item = (number: number) => ({
  pk: 'C#mine',
  sk: `P#${number}`,
  list: `P#A#${number}`,
  name: `Проект ${number}`,
  number,
});

describe('a database in a file', () => {
  it('has every acknowledged write after it is opened again', async () => {
    const db = await openSqliteDatabase(file);
    await Promise.all(Array.from({ length: 50 }, (_, number) => db.put(item(number), IS_NEW)));
    await db.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    const again = await openSqliteDatabase(file);
    expect(await again.range('C#mine')).toHaveLength(50);
    await again.close();
  });

  it('is written by several threads through one writer and shows each the writes of all', async () => {
    const db = await openSqliteDatabase(file);
    const code = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { joinSqliteDatabase } from '${new URL('../../../functions/adapters/sqlite/sqlite_database.ts', import.meta.url)}';
      const db = joinSqliteDatabase(workerData);
      for (let n = 0; n < 50; n++) await db.update({ pk: 'C#mine', sk: 'W' }, { add: { count: 1 } });
      parentPort.postMessage(await db.get({ pk: 'C#mine', sk: 'W' }));`;
    const threads = Array.from({ length: 3 }, () => {
      const address = db.address();
      const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
      return new Promise((resolve, reject) => {
        const worker = new Worker(url, { workerData: address, transferList: [address.port] });
        worker.once('message', (answer) => worker.terminate().then(() => resolve(answer)));
        worker.once('error', reject);
      });
    });
    for (let n = 0; n < 50; n++) await db.update({ pk: 'C#mine', sk: 'W' }, { add: { count: 1 } });
    await Promise.all(threads);
    expect(await db.get({ pk: 'C#mine', sk: 'W' })).toMatchObject({ count: 200 });
    await db.close();
  });

  it('is whole in a backup that VACUUM INTO makes while it is written', async () => {
    const db = await openSqliteDatabase(file);
    for (let number = 0; number < 100; number++) await db.put(item(number));
    const copy = join(folder, 'copy.db');
    const writing = Promise.all(Array.from({ length: 100 }, (_, number) => db.put(item(100 + number))));
    const other = new DatabaseSync(file);
    other.exec(`VACUUM INTO '${copy}'`);
    other.close();
    await writing;
    await db.close();
    const restored = await openSqliteDatabase(copy);
    expect((await restored.listKeys('C#mine', 'P#')).length).toBeGreaterThanOrEqual(100);
    expect(await restored.put(item(7), IS_NEW)).toBe(false);
    expect(await restored.put(item(1000), IS_NEW)).toBe(true);
    await restored.close();
  });

  it('removes only expired items', async () => {
    const db = await openSqliteDatabase(file);
    const now = new Date('2026-11-22T12:00:00Z');
    const seconds = now.getTime() / 1000;
    for (let number = 0; number < 1200; number++)
      void db.put({ ...item(number), expires_at: number < 1100 ? seconds - 1 : seconds + 60 });
    expect(await db.removeExpired(now)).toBe(1100);
    expect(await db.range('C#mine')).toHaveLength(100);
    await db.close();
  });

  it('refuses one write of a group commit without refusing the others', async () => {
    const db = await openSqliteDatabase(file);
    const key = { pk: 'C#mine', sk: 'P#1' };
    await db.put({ ...key, attempts: 1 });
    const results = await Promise.allSettled([
      db.update(key, { add: { attempts: 1 } }),
      db.update(key, { set: { figure: Number.NaN } }),
      db.update(key, { add: { attempts: 1 } }, allOf(['attempts', '=', 2])),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: expect.any(ItemRefused) });
    expect(await db.get(key)).toEqual({ ...key, attempts: 3 });
    await db.close();
  });

  it('refuses writes after it is closed instead of leaving them pending', async () => {
    const db = await openSqliteDatabase(file);
    await db.close();
    await expect(db.put(item(1))).rejects.toThrow();
  });
});

describe('a damaged database', () => {
  /** A file with 200 items, closed. */
  async function stored(): Promise<void> {
    const db = await openSqliteDatabase(file);
    await Promise.all(Array.from({ length: 200 }, (_, number) => db.put(item(number))));
    await db.close();
  }

  it('is not opened when one byte of an item has changed', async () => {
    await stored();
    const bytes = readFileSync(file);
    const at = bytes.indexOf(Buffer.from('Проект 77'));
    bytes.write('Х', at);
    writeFileSync(file, bytes);
    await expect(openSqliteDatabase(file)).rejects.toThrow(DamagedStore);
  });

  it('does not return an item that was changed on disk while it is open', () => {
    const connection = openConnection(file);
    const engine = new SqliteEngine(connection, file);
    engine.commit([{ kind: 'put', row: toRow(item(1)) }]);
    connection.exec(`UPDATE items SET item = replace(item, '"number":1', '"number":7')`);
    expect(() => engine.get({ pk: 'C#mine', sk: 'P#1' })).toThrow(DamagedStore);
    expect(() => engine.window('C#mine', 'P#', { limit: 1, offset: 0 })).toThrow(DamagedStore);
    expect(engine.commit([{ kind: 'update', key: item(1), changes: { add: { number: 1 } } }])).toEqual([
      expect.any(DamagedStore),
    ]);
    engine.close();
  });

  it('serves nothing and takes nothing any more once its regular check has found damage', async () => {
    const db = await openSqliteDatabase(file);
    await Promise.all([db.put(item(1)), db.put(item(2))]);
    await db.check();
    const other = openConnection(file);
    other.exec(`UPDATE items SET item = replace(item, '"number":1', '"number":7') WHERE sk = 'P#1'`);
    other.close();
    expect(await db.get({ pk: 'C#mine', sk: 'P#2' })).toMatchObject({ number: 2 });
    await expect(db.check()).rejects.toThrow(DamagedStore);
    await expect(db.get({ pk: 'C#mine', sk: 'P#2' })).rejects.toThrow(DamagedStore);
    await expect(db.window('C#mine', 'P#', { limit: 1, offset: 0 })).rejects.toThrow(DamagedStore);
    await expect(db.put(item(3))).rejects.toThrow(DamagedStore);
    const address = db.address();
    const joined = joinSqliteDatabase(address);
    await expect(joined.put(item(3))).rejects.toThrow(DamagedStore);
    await joined.close();
    await db.close();
  });

  it('is not opened when acknowledged commits are missing, which SQLite itself does not report', async () => {
    const db = await openSqliteDatabase(file);
    await db.put(item(1));
    await db.put(item(2));
    // As kill -9 leaves it: the log is there.
    const copy = join(folder, 'killed.db');
    for (const end of ['', '-wal', '-acknowledged']) copyFileSync(file + end, copy + end);
    await db.close();
    const whole = readFileSync(`${copy}-wal`);
    const harmed = Buffer.from(whole);
    harmed[harmed.length - 100] = (harmed[harmed.length - 100] ?? 0) ^ 1;
    writeFileSync(`${copy}-wal`, harmed);
    await expect(openSqliteDatabase(copy)).rejects.toThrow(/1 commits of \d+ are missing/);
  });

  it('is not replaced by an empty one when its file is missing', async () => {
    await stored();
    rmSync(file);
    await expect(openSqliteDatabase(file)).rejects.toThrow(/commits of \d+ are missing/);
  });

  it('is not opened when it belongs to another program or release', async () => {
    const connection = openConnection(file);
    connection.exec('PRAGMA user_version = 9');
    connection.close();
    await expect(openSqliteDatabase(file)).rejects.toThrow('is not a database of this release');
  });
});

describe('the queue of writes', () => {
  it('serves a single write of one company before the thousandth write of another', () => {
    const queue = new WriteQueue<string>();
    for (let n = 0; n < 1000; n++) queue.add('busy', `busy ${n}`);
    queue.add('small', 'small 0');
    queue.add('', 'of nobody');
    expect(queue.take(4)).toEqual(['busy 0', 'small 0', 'of nobody', 'busy 1']);
    expect(queue.take(2000)).toHaveLength(998);
    expect(queue.isEmpty).toBe(true);
  });
});

describe('the end of a prefix', () => {
  it.each([
    ['P#', 'P$'],
    ['K#\uffff', 'K#\u{10000}'],
    ['K#\ud7ff', 'K#\ue000'],
    ['K\u{10ffff}', 'L'],
  ])('after %j is %j', (prefix, end) => expect(endOfPrefix(prefix)).toBe(end));
});
