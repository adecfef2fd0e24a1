import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openConnection } from '#functions/adapters/sqlite/connection.ts';
import { SqliteEngine } from '#functions/adapters/sqlite/engine.ts';
import { openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { toRow } from '#functions/adapters/sqlite/stored_row.ts';
import { ROOT } from '#functions/cli/build.ts';
import { openLocalStores } from '#functions/local/local_store.ts';
import { StartError } from '#functions/server/start_error.ts';
import type { Item } from '#functions/store/database.ts';
import { rowsKey } from '#functions/store/file_key.ts';
import { DamagedFile } from '#functions/store/files.ts';
import { DamagedStore } from '#functions/store/store_error.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { copyFormerData } from '../support/data_188b502.ts';
import { hold } from '../support/reliability/hold.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { dice } from '../support/reliability/writes_faults.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-damage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

reliabilityTest(
  {
    id: 'DUR-11',
    stimulus: 'a random bit of a random file of the store of a data folder is flipped, n times, each in a fresh copy',
    pass: 'the start or the reading reports it, or everything is read as it was stored: no other item, no other byte, none missing',
    quick: 40,
    full: 2000,
  },
  async (n) => {
    const dataDir = copyFormerData();
    await (await openLocalStores(dataDir)).close();
    const whole = await readAll(dataDir);
    const store = join(dataDir, 'store');
    const files = filesIn(store);
    const random = dice(11);
    let reported = 0;
    for (let round = 0; round < n; round++) {
      const copy = join(folder, `flip-${round}`);
      cpSync(dataDir, copy, { recursive: true });
      const path = files[Math.floor(random() * files.length)] ?? '';
      const target = join(copy, 'store', path.slice(store.length + 1));
      const bytes = readFileSync(target);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(target, bytes);
      const outcome = await readAll(copy).catch((error: unknown) => error);
      const isReported = [StartError, DamagedStore, DamagedFile].some((kind) => outcome instanceof kind);
      if (isReported) reported += 1;
      else hold(outcome === whole, `byte ${at} of ${path.slice(store.length)}: ${String(outcome).slice(0, 300)}`);
      rmSync(copy, { recursive: true });
    }
    return `${reported} of ${n} reported, the others without effect, 0 wrong, 0 silent losses`;
  },
);

/** A calculation, as far as its rows file is named by it. */
interface StoredTableItem {
  readonly pk: string;
  readonly id: string;
  readonly table?: { readonly rows: { readonly sha256: string } };
}

/** All that a start and reading give of the former demonstration company, as a text. */
async function readAll(dataDir: string): Promise<string> {
  const stores = await openLocalStores(dataDir);
  try {
    const items: Item[] = [];
    for await (const item of stores.db.scan()) items.push(item);
    const lists = await Promise.all(
      [...new Set(items.map(({ pk }) => String(pk)))].flatMap((pk) =>
        ['P#', 'K#'].map((prefix) => stores.db.listKeys(pk, prefix)),
      ),
    );
    const rows: string[] = [];
    for (const { pk, id, table } of items as unknown as readonly StoredTableItem[]) {
      if (!table?.rows || !pk.startsWith('C#')) continue;
      const key = rowsKey(Tenant.ofOperations(pk.slice(2)), id, table.rows.sha256);
      const [part, all] = [await stores.files.get(key, { start: 0, end: 500 }), await stores.files.get(key)];
      hold(part !== undefined && all !== undefined, `${key} is not there`);
      rows.push(Buffer.from(part ?? []).toString('hex'), Buffer.from(all ?? []).toString('hex'));
    }
    return JSON.stringify([items, lists, rows], (_, value) => (value instanceof Set ? [...value] : value));
  } finally {
    await stores.close();
  }
}

reliabilityTest(
  {
    id: 'DUR-12',
    stimulus: 'the process of a database is killed with -9 while 8 lanes write, n times in a row on the same file',
    pass: 'every next start finds each lane at its last acknowledged version or the one after it, and the file whole',
    quick: 3,
    full: 12,
  },
  async (n) => {
    const file = join(mkdtempSync(join(folder, 'killed-')), 'data.db');
    let acknowledged = 0;
    for (let round = 0; round < n; round++) {
      const child = spawn(process.execPath, ['tests/support/killed_writer.ts', file], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      let output = '';
      const enough = 200 + Math.floor((round / n) * 800);
      for await (const chunk of child.stdout) {
        output += chunk;
        if (output.split('\n').length > enough) child.kill('SIGKILL');
      }
      hold((await exited) !== 9, 'a condition did not hold');
      const last = new Map(
        output
          .trim()
          .split('\n')
          .map((line) => line.split(' ') as [string, string]),
      );
      acknowledged += output.trim().split('\n').length;
      const db = await openSqliteDatabase(file);
      for (const [name, version] of last) {
        const stored = Number((await db.get({ pk: `C#${name}`, sk: 'P' }))?.version);
        hold(stored === Number(version) || stored === Number(version) + 1, `lane ${name}: ${stored} after ${version}`);
      }
      await db.close();
    }
    return `${acknowledged} acknowledged, 0 lost, 0 versions twice`;
  },
);

reliabilityTest(
  {
    id: 'DUR-13',
    stimulus:
      'the log of a database is cut at every frame, cut inside frames, and torn there: 512-byte sectors after the cut hold what was there before or noise',
    pass: 'each image opens whole with exactly the commits whose last frame is before the cut: a prefix of the acknowledged ones, none of them in part',
    quick: 60,
    full: 2500,
  },
  async (n) => {
    const file = join(mkdtempSync(join(folder, 'cut-')), 'data.db');
    const connection = openConnection(file);
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0');
    const engine = new SqliteEngine(connection, file);
    const wal = `${file}-wal`;
    /** Size of the log after each commit. */
    const ends = [readFileSync(wal).length];
    const commits = Math.max(20, Math.min(120, n / 10));
    for (let commit = 1; commit <= commits; commit++) {
      const text = randomBytes(600).toString('hex');
      const put = (sk: string) => ({ kind: 'put', row: toRow({ pk: 'C', sk, commit, text }) }) as const;
      // Two items that must never differ, and one more each time.
      engine.commit([put('one'), put('other'), put(`P#${commit}`)]);
      ends.push(readFileSync(wal).length);
    }
    const log = readFileSync(wal);
    const image = join(folder, 'image.db');
    const random = dice(13);
    for (let round = 0; round < n; round++) {
      const FRAME = 4096 + 24;
      const frames = Math.floor((log.length - 32) / FRAME);
      const cut = 32 + Math.floor(random() * frames) * FRAME + (round % 3 === 0 ? 0 : Math.floor(random() * FRAME));
      const torn = Buffer.from(log.subarray(0, round % 3 === 2 ? Math.min(log.length, cut + 3 * FRAME) : cut));
      // Sectors that had not reached the disk yet.
      for (let at = cut; at < torn.length; at += 512) randomBytes(Math.min(512, torn.length - at)).copy(torn, at);
      copyFileSync(file, image);
      rmSync(`${image}-shm`, { force: true });
      writeFileSync(`${image}-wal`, torn);
      const expected = ends.findLastIndex((end) => end <= cut);
      const opened = openConnection(image);
      const found = new SqliteEngine(opened, image);
      const check = opened.prepare('PRAGMA integrity_check').get()?.integrity_check;
      const [one, other] = [found.get({ pk: 'C', sk: 'one' }), found.get({ pk: 'C', sk: 'other' })];
      const count = found.range('C', { prefix: 'P#' }).length;
      hold(check === 'ok', `cut at ${cut}: ${check}`);
      hold(one?.commit === other?.commit, `cut at ${cut}: half of a commit`);
      hold(count === expected && (one?.commit ?? 0) === expected, `cut at ${cut}: ${count} of ${expected} commits`);
      found.close();
      for (const end of ['', '-wal', '-shm']) rmSync(image + end, { force: true });
    }
    engine.close();
    return `${n} images: 0 unopenable, 0 with half of a commit, 0 with fewer commits than were on the disk`;
  },
);
