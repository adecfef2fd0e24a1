import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { honestCsv } from '../support/bombs/honest.ts';
import { chainModel } from '../support/bombs/models.ts';
import { days, delimiters, farYears, longQuotes, namesWithoutYears } from '../support/bombs/tables.ts';
import {
  aliasedSheets,
  blankAfter,
  blankSheets,
  numberFormats,
  sharedNames,
  sharedNumbers,
} from '../support/bombs/workbooks.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { formOf } from '../support/datasets.ts';
import { csv } from '../support/job_fixture.ts';
import { type Caller, done } from '../support/reliability/load/company.ts';
import { sendForm } from '../support/reliability/load/mixed_use.ts';
import { newAdmin } from '../support/reliability/load/new_admin.ts';
import { median, percentile } from '../support/reliability/load/theil_sen.ts';
import { type WatchedList, watchList } from '../support/reliability/load/watched_list.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { PROJECT } from '../support/service.ts';

const FORECAST = 'regres_methane';
const SERIES = 'filling_blanks';

/** Which calls of another company are compared, %, and how many times as long they may take. Other tests run beside a quick run. */
const [COMPARED, DEMANDED] = IS_FULL ? [99, 2] : [50, 5];

/** Time without other load, s. */
const QUIET_SECONDS = IS_FULL ? 10 : 3;

const dataDir = temporaryDataDir();
let product: RunningProduct;
/** The company that overloads the product, and another one. */
let bold: Caller;
let meek: Caller;
let boldProject: string;
let meekProject: string;
let list: WatchedList;

beforeAll(async () => {
  product = await runProduct(dataDir.path);
  const { url } = product.access;
  [bold, meek] = [await newAdmin(dataDir.path, url, 'Смелая'), await newAdmin(dataDir.path, url, 'Тихая')];
  [boldProject, meekProject] = [await newProjectOf(bold), await newProjectOf(meek)];
  for (let count = 0; count < 10; count++) expect(await honest(meek, meekProject, days(100))).toBe(201);
  const { access } = meek.tokens;
  list = watchList(`${product.access.url}${paths.calculations(FORECAST)}?project=${meekProject}&limit=10`, access);
}, 300_000);
afterAll(async () => {
  list.stop();
  await product.stop();
  dataDir.remove();
});

const newProjectOf = async (person: Caller): Promise<string> =>
  (await done(person.call('POST', paths.createProject, PROJECT))).id;

/** Sends a table; answers the status. */
async function table(person: Caller, type: string, bytes: Uint8Array, name: string, fields: object): Promise<number> {
  const form = formOf({ name: 'Таблица', ...fields }, new File([new Uint8Array(bytes)], name));
  return (await person.call('POST', paths.calculations(type), form)).status;
}

const honest = (person: Caller, project: string, bytes: Uint8Array) =>
  table(person, FORECAST, bytes, 'дни.csv', { project, method: 'xgboost' });

/** Calls of the other company's list during `work`, and without load before and after. */
async function beside(work: () => Promise<unknown>) {
  const quiet = async () => {
    await sleep(QUIET_SECONDS * 1000);
    return list.mark();
  };
  await list.mark();
  const before = await quiet();
  await work();
  const during = await list.mark();
  const after = await quiet();
  const compared = (times: readonly number[]) => percentile(times, COMPARED);
  const ratio = compared(during.times) / compared([...before.times, ...after.times]);
  const errors = [...before.errors, ...during.errors, ...after.errors];
  return { ratio, errors, calls: during.times.length, most: Math.max(...during.times) };
}

const said = ({ ratio, calls, most }: Awaited<ReturnType<typeof beside>>) =>
  `p${COMPARED} of ${calls} lists ${ratio.toFixed(2)} × that of a quiet time, at most ${most.toFixed(0)} ms`;

reliabilityTest(
  {
    id: 'PRF-11',
    stimulus: 'a company sends each file that made readers work out of proportion, at full size, alone and n at once',
    pass: "another company's list: p99 at most 2 × that of a quiet time of the same run, no error; its own tables are accepted all the while; no answer to the files is 5xx",
    quick: 1,
    full: 10,
  },
  async (n) => {
    const model = formOf({ name: 'Цепи' });
    model.set('file', new File([new Uint8Array(gzipSync(chainModel(3480, 300)))], 'лава.txt'));
    const { id } = await done(bold.call('POST', paths.models, model));
    const chained = { method: 'lightgbm', model: id };
    const bombs: [string, string, () => Uint8Array, string, object][] = [
      ['shared numbers', FORECAST, () => sharedNumbers('1 '.repeat(16_000), 2000), 'а.xlsx', { method: 'xgboost' }],
      ['shared names', SERIES, () => sharedNames(['\ufb2c'.repeat(32_000)], 40_000), 'а.xlsx', {}],
      ['sheets of one part', SERIES, () => aliasedSheets(12, 50), 'а.xlsx', {}],
      ['blank sheets', SERIES, () => blankSheets(4, 50), 'а.xlsx', {}],
      ['blanks behind', SERIES, () => blankAfter(100, '<c s="1"/>'), 'а.xlsx', {}],
      ['formats', SERIES, () => numberFormats(60_000), 'а.xlsx', {}],
      ['far years', SERIES, () => farYears(3480), 'а.csv', {}],
      ['names alone', SERIES, () => namesWithoutYears(200_000), 'а.csv', {}],
      ['long quotes', SERIES, () => longQuotes(100, 39_000), 'а.csv', {}],
      ['delimiters', SERIES, () => delimiters(4000, 900), 'а.csv', {}],
      ['a chain of splits, refused', FORECAST, () => days(3000), 'а.csv', chained],
      ['a chain of splits, computed', FORECAST, () => days(900), 'а.csv', chained],
    ];
    const ready = (IS_FULL ? bombs : bombs.slice(-3)).map(([name, type, made, file, fields]) => ({
      name,
      type,
      bytes: made(),
      file,
      fields,
    }));
    expect(ready.filter(({ bytes }) => bytes.length > REQUEST_FILE_LIMIT).map(({ name }) => name)).toEqual([]);
    const statuses: number[] = [];
    const own: number[] = [];
    let over = false;
    const using = (async () => {
      while (!over) {
        own.push(await honest(meek, meekProject, days(100)));
        await sleep(200);
      }
    })();
    const found = await beside(async () => {
      for (const { type, bytes, file, fields } of ready) {
        const send = () => table(bold, type, bytes, file, { project: boldProject, ...fields });
        statuses.push(await send(), ...(await Promise.all(Array.from({ length: n }, send))));
      }
    });
    over = true;
    await using;
    expect(found.errors).toEqual([]);
    expect(new Set(own)).toEqual(new Set([201]));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(found.ratio).toBeLessThan(DEMANDED);
    return `${statuses.length} files of ${ready.length} kinds, 0 of 5xx; ${own.length} tables of the other accepted; ${said(found)}`;
  },
);

reliabilityTest(
  {
    id: 'PRF-12',
    stimulus: 'a company sends n honest tables of 4 MiB at once',
    pass: "all are accepted; another company's list: p99 at most 2 × that of a quiet time of the same run, no error",
    quick: 6,
    full: 30,
  },
  async (n) => {
    const bytes = honestCsv(4_000_000);
    const statuses: number[] = [];
    const found = await beside(async () => {
      statuses.push(...(await Promise.all(Array.from({ length: n }, () => honest(bold, boldProject, bytes)))));
    });
    expect(found.errors).toEqual([]);
    expect(statuses).toEqual(Array(n).fill(201));
    expect(found.ratio).toBeLessThan(DEMANDED);
    return `${n} of ${n} accepted; ${said(found)}`;
  },
);

reliabilityTest(
  {
    id: 'PRF-13',
    stimulus: 'a company has n large files waiting, and another company sends a small one',
    pass: 'the small file is a calculation within 3 × the time that it takes alone',
    quick: 10,
    full: 100,
  },
  async (n) => {
    const small = csv(2000);
    /** Milliseconds until a small file is a calculation, the median of three. */
    const timed = async () => {
      const times: number[] = [];
      for (let count = 0; count < 3; count++) {
        const started = performance.now();
        await ended(meek, await sendForm(meek, meekProject, small));
        times.push(performance.now() - started);
      }
      return median(times);
    };
    await timed();
    const alone = await timed();
    const large = csv(100_000);
    const waiting: string[] = [];
    for (let count = 0; count < n; count++) {
      if (count % 20 === 0) boldProject = await newProjectOf(bold);
      waiting.push(await sendForm(bold, boldProject, large));
    }
    const beside = await timed();
    // The company had files waiting to the end.
    expect((await done(bold.call('GET', paths.job(waiting.at(-1) ?? '')))).state).toBe('waiting');
    expect(beside / alone).toBeLessThan(3);
    for (const job of waiting) await bold.call('POST', paths.cancelJob(job));
    return `${(beside / alone).toFixed(2)} × (alone ${(alone / 1000).toFixed(2)} s), ${n} large files waiting`;
  },
);

/** Polls a job until it has ended. */
async function ended(person: Caller, job: string): Promise<void> {
  for (;;) {
    const { state, detail } = await done(person.call('GET', paths.job(job)));
    if (state === 'done') return;
    if (state === 'failed') throw new Error(detail);
    await sleep(20);
  }
}
