import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Job, UploadTicket } from '#core/contract/job.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import type { ApiClient } from '../../support/browser/api_client.ts';
import { csv, TYPE } from '../../support/job_fixture.ts';
import { type KilledProduct, startToKill } from '../../support/killed_product.ts';

const ROWS = 150_000;
/** An export of so many takes seconds. */
const EXPORTED_ROWS = 80_000;

let folder: string;
let product: KilledProduct | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobs-'));
});
afterEach(async () => {
  await product?.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const start = async () => {
  product = await startToKill(folder);
  return product;
};

/** Sends a large table as a browser does; answers its job. */
async function upload({ access, api }: { access: DemoAccess; api: ApiClient }, rows = ROWS): Promise<Job> {
  const { results } = await api.call<Page<Project>>('GET', paths.projects);
  const file = new Blob([csv(rows)]);
  const { job, url, fields } = await api.call<UploadTicket>('POST', paths.uploadTicket(TYPE), {
    ...{ name: 'Большая лава', project: results[0]?.id, method: 'xgboost' },
    ...{ file_name: 'лава.csv', size: file.size },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  expect((await fetch(new URL(url, access.url), { method: 'POST', body: form })).status).toBe(204);
  return job;
}

/** Looks at a job until it is as wished; answers every share that was seen. */
async function follow(api: ApiClient, { id }: Job, until: (job: Job) => boolean): Promise<number[]> {
  const shares: number[] = [];
  for (;;) {
    const job = await api.call<Job>('GET', paths.job(id));
    shares.push(job.progress);
    expect(job.detail).toBeNull();
    if (until(job)) return shares;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isDone = ({ state }: Job) => state === 'done';

test('the product computes a large file beside its other work, and says how far it is', async () => {
  const product = await start();
  const job = await upload(product);
  const shares = await follow(product.api, job, isDone);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(0);
  const calculation = await product.api.call<Calculation>('GET', paths.calculation(TYPE, job.calculation));
  expect(calculation).toMatchObject({ name: 'Большая лава', rows_count: ROWS, version: 1 });
}, 60_000);

test.each([
  ['killed with -9', 'SIGKILL'],
  ['told to stop', 'SIGTERM'],
] as const)(
  '%s in the middle of it, the product goes on at its next start',
  async (_, signal) => {
    const product = await start();
    const job = await upload(product);
    await follow(product.api, job, ({ state }) => state === 'running');
    await product.stop(signal);
    const { api } = await start();
    await follow(api, job, isDone);
    const { rows_count, version } = await api.call<Calculation>('GET', paths.calculation(TYPE, job.calculation));
    expect([rows_count, version]).toEqual([ROWS, 1]);
  },
  60_000,
);

/** Files of exports that are ready. */
const exported = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.xlsx'));

test('told to stop in the middle of a large export, the product is gone in ten seconds and makes the export after its next start', async () => {
  const { access, api, stop } = await start();
  const job = await upload({ access, api }, EXPORTED_ROWS);
  await follow(api, job, isDone);
  const asked = (at: DemoAccess, token: string) =>
    fetch(new URL(`${paths.export(job.project, 'xlsx')}?detail=true`, at.url), {
      headers: { Authorization: `Bearer ${token}` },
    });
  const left = asked(access, api.token).catch(() => undefined);
  await sleep(1200);
  const told = performance.now();
  const code = await stop('SIGTERM');
  const stopped = performance.now() - told;
  await left;
  expect({ ready: exported(), code }).toEqual({ ready: [], code: 0 });
  expect(stopped).toBeLessThan(10_000);
  const again = await start();
  const answer = await asked(again.access, again.api.token);
  expect([answer.status, exported().length]).toEqual([200, 1]);
  const bytes = await answer.bytes();
  expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
  expect(new TextDecoder().decode(bytes.subarray(0, 2))).toBe('PK');
}, 240_000);
