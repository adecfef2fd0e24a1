// Compares the store of one machine with the former one (dynalite behind the SDK) in one run, by turns:
// `node --import ./functions/cli/check_node.js tests/bench/store.ts [items]`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { allOf } from '#functions/store/condition.ts';
import type { Database } from '#functions/store/database.ts';
import { dice } from '../support/reliability/writes_faults.ts';
import { openSdkTable } from '../support/sdk_stores.ts';

const ITEMS = Number(process.argv[2] ?? 25_000);
const PK = 'C#mine';
/** Bytes of the text of an item: with its other attributes about 915, as a calculation has. */
const TEXT = 'x'.repeat(760);
const RATE = 200;
const SECONDS = 8;

const key = (number: number) => ({ pk: PK, sk: `K#${String(number).padStart(8, '0')}` });
const item = (number: number, version = 1) => ({
  ...key(number),
  list: `K#A#${String(number).padStart(8, '0')}`,
  updated_at: '2026-11-22T00:00:00.000Z',
  ...{ version, text: TEXT },
});

/** Writes at once: dynalite answers hundreds of them later than the SDK waits. */
const LANES = 16;

async function fill(db: Database): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < ITEMS) await db.put(item(next++));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The `share` of the times, ms. */
function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Median time of a list of ten with its count, ms. */
async function timeLists(db: Database, times: number): Promise<number> {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const start = performance.now();
    const { count } = await db.window(PK, 'K#A#', { limit: 10, offset: 0 });
    taken.push(performance.now() - start);
    if (count !== ITEMS) throw new Error(`${count} of ${ITEMS}`);
  }
  return percentile(taken, 0.5);
}

/** 70 % reads, 20 % conditional writes, 8 % counters, 2 % lists, 200 a second. */
async function mix(db: Database) {
  const random = dice(4);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const taken: number[] = [];
  const running: Promise<unknown>[] = [];
  const act = (): Promise<unknown> => {
    const [kind, number] = [random(), Math.floor(random() * ITEMS)];
    if (kind < 0.7) return db.get(key(number));
    if (kind < 0.9) return db.put(item(number), allOf(['version', '=', 1]));
    if (kind < 0.98) return db.update({ pk: 'T#counter', sk: 'W#1' }, { add: { attempts: 1 } });
    return db.window(PK, 'K#A#', { limit: 10, offset: 0 });
  };
  loop.enable();
  const start = performance.now();
  for (let call = 0; call < RATE * SECONDS; call++) {
    const due = start + (call * 1000) / RATE;
    if (due > performance.now()) await sleep(due - performance.now());
    const began = performance.now();
    // A call that the SDK gives up has taken that long.
    running.push(
      act()
        .catch(() => undefined)
        .then(() => taken.push(performance.now() - began)),
    );
  }
  await Promise.all(running);
  const rate = taken.length / ((performance.now() - start) / 1000);
  loop.disable();
  // The timer of the measurement itself is due every millisecond.
  return { rate, p99: percentile(taken, 0.99), loop: loop.percentile(99) / 1e6 - 1 };
}

/** A copy of the database made by another process while 200 writes a second go on; throws unless it opens whole. */
async function backup(db: Database, file: string, copy: string) {
  let writes = 0;
  let isOver = false;
  const writing = (async () => {
    for (; !isOver; writes++) {
      await db.put(item(writes % ITEMS, 2));
      await sleep(1000 / RATE);
    }
  })();
  await sleep(500);
  const start = performance.now();
  const code = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec("VACUUM INTO '" + process.argv[2] + "'")`;
  const child = spawn(process.execPath, ['--eval', code, file, copy], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  // The control: what a person does who copies the file.
  copyFileSync(file, `${copy}-plain`);
  isOver = true;
  await writing;
  if (status !== 0) throw new Error('VACUUM INTO failed');
  return { seconds, writes };
}

/** Items of a copy, all checked at its opening; undefined for one that is not whole. */
async function countIn(copy: string): Promise<number | undefined> {
  try {
    const db = await openSqliteDatabase(copy);
    const { length } = await db.listKeys(PK, 'K#A#');
    await db.close();
    return length;
  } catch {
    return undefined;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-store-'));
const file = join(folder, 'data.db');
const sqlite = await openSqliteDatabase(file);
const former = await openSdkTable();
await Promise.all([fill(sqlite), fill(former.db)]);

const number = (value: number) => value.toFixed(value < 10 ? 2 : 0);
console.log(`${ITEMS} items of about 915 bytes in one partition; two rounds, by turns`);
console.log('| | dynalite behind the SDK | SQLite, FULL | gate |\n|---|---|---|---|');
const lists: [number[], number[]] = [[], []];
const mixes: [Awaited<ReturnType<typeof mix>>[], Awaited<ReturnType<typeof mix>>[]] = [[], []];
for (let round = 0; round < 2; round++) {
  lists[0].push(await timeLists(former.db, 5));
  lists[1].push(await timeLists(sqlite, 200));
  mixes[0].push(await mix(former.db));
  mixes[1].push(await mix(sqlite));
}
const row = (what: string, values: readonly (readonly number[])[], gate: string) =>
  console.log(`| ${what} | ${values.map((each) => each.map(number).join('; ')).join(' | ')} | ${gate} |`);
row('list of 10 with its count, p50, ms', lists, '≤ 5');
row(
  'mix of 200 calls a second: reached, calls a second',
  mixes.map((each) => each.map(({ rate }) => rate)),
  '200',
);
row(
  'the same: p99, ms',
  mixes.map((each) => each.map(({ p99 }) => p99)),
  '≤ 20',
);
row(
  'the same: loop held up, p99, ms',
  mixes.map((each) => each.map(({ loop }) => loop)),
  '≤ 10',
);

const copy = join(folder, 'copy.db');
const { seconds, writes } = await backup(sqlite, file, copy);
const [whole, plain] = [await countIn(copy), await countIn(`${copy}-plain`)];
console.log(
  `backup under ${RATE} writes a second (${writes} of them): ${number(seconds)} s, ${whole} of ${ITEMS} items, sums whole`,
);
console.log(`control, a plain copy of the file: ${plain === undefined ? 'does not open' : `${plain} items`}`);
await sqlite.close();
await former.close();
rmSync(folder, { recursive: true });
