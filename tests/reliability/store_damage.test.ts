import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openConnection } from '#functions/adapters/sqlite/connection.ts';
import { SqliteEngine } from '#functions/adapters/sqlite/engine.ts';
import { openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { toRow } from '#functions/adapters/sqlite/stored_row.ts';
import { ROOT } from '#functions/cli/build.ts';
import { hold } from '../support/reliability/hold.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { dice } from '../support/reliability/writes_faults.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-damage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
