import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { compareFolder } from './properties/compare.ts';
import { GENERATOR, STORES } from './properties/generator.ts';
import { ENABLING_COMMAND, LIBRARIES, prepare, pythonWith, runPython } from './properties/python.ts';

// The whole comparison, over a million rows: node tests/wasm-core/models/properties/run.ts
const MODELS = 40;
const ROWS = 400;

const NOTHING_DIFFERS = { rawDiffering: 0, outputDiffering: 0, contributionsDiffering: 0, faults: [] };

const module = await compiledModule('core');

describe('models of the real libraries', () => {
  it.each(STORES)('$name: stored models predict exactly the numbers of the library', async ({ name }) => {
    const found = await compareFolder(module, join(ROOT, 'tests/fixtures/models', name));
    expect(found).toMatchObject(NOTHING_DIFFERS);
    expect(found.rows).toBeGreaterThan(500);
  });
});

const withPython = process.env.CI === 'true' || pythonWith(LIBRARIES) !== undefined;
const title = withPython ? 'models trained now' : `models trained now (enable by: ${ENABLING_COMMAND})`;

describe.skipIf(!withPython)(title, () => {
  const folder = join(ROOT, '.cache/properties', `test-${process.pid}`);

  beforeAll(async () => {
    for (const { requirements } of STORES) await prepare(requirements);
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(STORES)(
    '$name: random models predict exactly the numbers of the library',
    async (store) => {
      const { name, library, requirements } = store;
      const into = join(folder, name);
      const size = ['--library', library, '--models', String(MODELS), '--rows', String(ROWS), '--seed', '2'];
      await runPython(await prepare(requirements), ['-W', 'ignore', GENERATOR, into, ...size]);
      const found = await compareFolder(module, into);
      expect(found).toMatchObject(NOTHING_DIFFERS);
      expect(found.rows).toBe(MODELS * ROWS);
    },
    120_000,
  );

  it('training the demonstration models again gives the same bytes', async () => {
    const into = join(folder, 'demonstration');
    await runPython(await prepare(LIBRARIES), ['-m', 'training', into], 'wasm-core/models');
    for (const name of ['xgboost.ubj', 'lightgbm.txt', 'days.csv', 'MODEL_CARD.md']) {
      const shipped = readFileSync(join(ROOT, 'wasm-core/models/demonstration', name));
      expect(readFileSync(join(into, name)).equals(shipped), name).toBe(true);
    }
  }, 120_000);
});
