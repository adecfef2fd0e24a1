import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { honestCsv } from '../support/bombs/honest.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { formOf } from '../support/datasets.ts';
import { type Caller, done } from '../support/reliability/load/company.ts';
import { newAdmin } from '../support/reliability/load/new_admin.ts';
import { median } from '../support/reliability/load/theil_sen.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { PROJECT } from '../support/service.ts';

/** Tables of 4 MiB that are sent at once. */
const TABLES = 12;

/** Longer than an idle thread is kept, s. */
const REST_SECONDS = IS_FULL ? 40 : 1;

/** Memory of the second half of the rounds, in that of the first (medians at rest): in a quick run threads are still there. */
const DEMANDED = IS_FULL ? 1.1 : 1.5;

/** Memory after the last round, in that after the first: what a process takes once, such as a heap that has grown, it keeps. */
const ONCE = 1.5;

const dataDir = temporaryDataDir();
let product: RunningProduct;
let person: Caller;
let project: string;

beforeAll(async () => {
  product = await runProduct(dataDir.path);
  person = await newAdmin(dataDir.path, product.access.url, 'Шахта');
  project = (await done(person.call('POST', paths.createProject, PROJECT))).id;
}, 300_000);
afterAll(async () => {
  await product.stop();
  dataDir.remove();
});

const megabytes = () => Math.round(product.memory() / 2 ** 20);

reliabilityTest(
  {
    id: 'PRF-14',
    stimulus: `n rounds of ${TABLES} tables of 4 MiB at once, and a rest after each in which idle threads end`,
    pass: 'all are accepted; at rest the process has in the second half of the rounds at most 1.1 × the memory of the first half (medians), after the last round at most 1.5 × that after the first',
    quick: 2,
    full: 10,
  },
  async (n) => {
    const bytes = honestCsv(4_000_000);
    const send = async () => {
      const form = formOf(
        { name: 'Таблица', project, method: 'xgboost' },
        new File([new Uint8Array(bytes)], 'дни.csv'),
      );
      return (await person.call('POST', paths.calculations('regres_methane'), form)).status;
    };
    const atRest = megabytes();
    const rounds: { most: number; rest: number }[] = [];
    for (let round = 0; round < n; round++) {
      expect(await Promise.all(Array.from({ length: TABLES }, send))).toEqual(Array(TABLES).fill(201));
      const most = megabytes();
      await sleep(REST_SECONDS * 1000);
      rounds.push({ most, rest: megabytes() });
    }
    const rests = rounds.map(({ rest }) => rest);
    const half = Math.floor(n / 2);
    const growth = median(rests.slice(half)) / median(rests.slice(0, half));
    const once = (rests.at(-1) ?? Number.POSITIVE_INFINITY) / (rests[0] ?? 0);
    const said = rounds.map(({ most, rest }) => `${most} → ${rest}`).join(', ');
    expect(growth, said).toBeLessThan(DEMANDED);
    expect(once, said).toBeLessThan(ONCE);
    return `${growth.toFixed(2)} ×, after the last round ${once.toFixed(2)} × that after the first; ${atRest} MB at rest, then after each round and its rest: ${said} MB`;
  },
);
