import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CalculationType, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { ROOT } from '#functions/cli/build.ts';
import { type ApiClient, apiClient } from '../support/browser/api_client.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { newTable } from '../support/datasets.ts';

const WRITES = 200;
const WRITERS = 8;
const ROUNDS = 3;

const dataDir = temporaryDataDir();
let product: RunningProduct;

beforeEach(async () => {
  product = await runProduct(dataDir.path);
});
afterEach(async () => {
  await product.stop();
});
afterAll(() => dataDir.remove());

/** What the product has acknowledged: whole objects as it answered them. */
interface Acknowledged {
  readonly projects: Map<string, Project>;
  readonly calculations: Map<string, { type: string; answer: Calculation }>;
}

/** A request that makes a calculation. */
interface Sample {
  readonly type: CalculationType;
  readonly body: (project: string, name: string) => object;
}

/** Calculations to make again and again: the demonstration's own of each type that is typed in, tables from files of the others. */
async function samples(api: ApiClient): Promise<Sample[]> {
  const { results } = await api.call<Page<Project>>('GET', paths.projects);
  const project = results.at(-1)?.id;
  const firsts = FIELDS_TYPES.map(async (type): Promise<Sample[]> => {
    const page = await api.call<Page<Calculation>>('GET', `${paths.calculations(type)}?project=${project}`);
    return page.results.slice(0, 1).map((first) => {
      const { id, user, version, created_at, updated_at, ...given } = first;
      return { type, body: (own, name) => ({ ...given, project: own, name }) };
    });
  });
  const tables = TABLE_TYPES.map((type): Sample => ({ type, body: (own, name) => newTable(type, own, { name }) }));
  return [...tables, ...(await Promise.all(firsts)).flat()];
}

/** Writes until the writes are done or the product is gone: new calculations and changes of the writer's own project by turns. */
async function write(api: ApiClient, writer: number, acknowledged: Acknowledged, count: () => void): Promise<void> {
  const bodies = await samples(api);
  const fields = { name: `Проект ${writer}`, start_date: '2026-01-01', end_date: '2026-12-31' };
  let project = await api.call<Project>('POST', paths.createProject, fields);
  acknowledged.projects.set(project.id, project);
  for (let step = 0; step < WRITES / WRITERS; step++) {
    // Each writer begins with another type, so that the kill meets all of them.
    const sample = bodies[(writer + step / 2) % bodies.length];
    if (step % 2 === 0 && sample) {
      const body = sample.body(project.id, `Расчёт ${writer}-${step}`);
      const answer = await api.call<Calculation>('POST', paths.calculations(sample.type), body);
      acknowledged.calculations.set(answer.id, { type: sample.type, answer });
    } else {
      const changed = { ...project, name: `Проект ${writer}, правка ${step}` };
      project = await api.call<Project>('PATCH', paths.changeProject(project.id), changed);
      acknowledged.projects.set(project.id, project);
    }
    count();
  }
}

describe('a product after kill -9 during writes', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'has every acknowledged write, round %i',
    async (round) => {
      const acknowledged: Acknowledged = { projects: new Map(), calculations: new Map() };
      const api = await apiClient(product.access);
      const killAt = Math.floor((WRITES * (round + 1)) / (ROUNDS + 1));
      let written = 0;
      let killed: Promise<unknown> | undefined;
      const count = () => {
        written++;
        const types = [...acknowledged.calculations.values()].map(({ type }) => type);
        // Each type that has a file must have been acknowledged, however the writers were served.
        const hasTables = TABLE_TYPES.every((type) => types.includes(type));
        if (written >= killAt && hasTables) killed ??= product.stop('SIGKILL');
      };
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(api, writer, acknowledged, count));
      const outcomes = await Promise.allSettled(writers);
      expect(killed, 'the product was killed while it was writing').toBeDefined();
      await killed;
      expect(outcomes.filter(({ status }) => status === 'rejected').length, 'writers were cut off').toBeGreaterThan(0);

      product = await runProduct(dataDir.path);
      const after = await apiClient(product.access);
      for (const { type, answer } of acknowledged.calculations.values()) {
        expect(await after.call('GET', paths.calculation(type, answer.id))).toEqual(answer);
      }
      for (const project of acknowledged.projects.values()) {
        const found = await after.call<Project>('GET', paths.project(project.id));
        // A change whose answer was lost may be there as well; an acknowledged one must.
        if (found.version === project.version) expect(found).toEqual(project);
        else expect(found.version).toBe(project.version + 1);
      }
      expect(acknowledged.projects.size + acknowledged.calculations.size).toBeGreaterThan(killAt / 2);
    },
  );
});

describe('a product that is stopped', () => {
  test('exits with code 0 and a message', async () => {
    expect(await product.stop('SIGINT')).toBe(0);
    expect(product.output()).toContain('Останавливаю');
  });

  test('exits together with npm and releases its folder', async () => {
    await product.stop();
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir.path, PORT: '0' },
      // Nothing of this test's own: a product that stayed would keep it open, and the test run with it.
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await waitFor(npm.stdout, 'Адрес:');
    npm.kill('SIGTERM');
    await waitFor(npm.stdout, 'Останавливаю');
    await expect
      .poll(() => runProduct(dataDir.path).then((again) => (product = again)), { timeout: 10_000 })
      .toBeDefined();
  });

  test('refuses a second start from one folder and prints the address of the first', async () => {
    await expect(runProduct(dataDir.path)).rejects.toThrow(
      new RegExp(`Продукт уже запущен из этой папки[^]*${product.access.url}`),
    );
  });
});

/** Reads until `text` has come; throws if the stream ends without it. */
async function waitFor(stream: Readable, text: string): Promise<void> {
  let seen = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    seen += String(chunk);
    if (seen.includes(text)) return;
  }
  throw new Error(`It ended without «${text}»:\n${seen}`);
}
