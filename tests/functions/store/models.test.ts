import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#core/load.ts';
import { explainRow, loadRowModel } from '#core/models/row_model.ts';
import { loadServerCore } from '#functions/core.ts';
import { modelKey } from '#functions/store/file_key.ts';
import { cachedModels } from '#functions/store/model_cache.ts';
import {
  activate,
  activeModel,
  findModel,
  listModels,
  type ModelServices,
  modelById,
  modelFile,
  storeModel,
} from '#functions/store/models.ts';
import { describeModel, openModel, type StoredModel, sha256Hex } from '#functions/store/stored_model.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { newVersioned } from '#functions/store/versioned_items.ts';
import { openTestDatabase, openTestFiles } from '../../support/service.ts';

const FIXTURES = 'tests/fixtures/trees/models';
const COLUMNS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
const ALL = { limit: 100, offset: 0 };
const NOW = new Date('2026-11-21T09:00:00Z');
const EDITOR = { id: 'u', first_name: 'Анна', last_name: 'Ковалёва' };

const own = Tenant.ofOperations('0197aaaa-aaaa-7aaa-aaaa-aaaaaaaaaaaa');
const foreign = Tenant.ofOperations('0197bbbb-bbbb-7bbb-bbbb-bbbbbbbbbbbb');

let core: Core;
let services: ModelServices;
let close: () => Promise<void>;

beforeAll(async () => {
  const [db, bucket] = [await openTestDatabase(), openTestFiles()];
  core = await loadServerCore();
  services = { core, db, files: bucket.files };
  close = async () => {
    await bucket.close();
    await db.close();
  };
});
afterAll(() => close());

async function store(file: string, tenant = own): Promise<StoredModel> {
  const loaded = await openModel(core.module, new Uint8Array(readFileSync(`${FIXTURES}/${file}`)));
  const model = { ...newVersioned(EDITOR, NOW), ...describeModel(loaded, COLUMNS), name: file, file_name: file };
  return storeModel(services, tenant, loaded, model);
}

describe('a company without uploaded models', () => {
  const tenant = Tenant.ofOperations('0197cccc-cccc-7ccc-cccc-cccccccccccc');

  it('uses the shipped models', async () => {
    const { models, count } = await listModels(services, tenant, ALL);
    expect(count).toBe(2);
    expect(models.map(({ id }) => id)).toEqual(['demonstration-xgboost', 'demonstration-lightgbm']);
    for (const method of ['xgboost', 'lightgbm']) {
      const model = await activeModel(services, tenant, method);
      expect(model).toMatchObject({ id: `demonstration-${method}`, method, columns: COLUMNS });
      expect(readFileSync('wasm-core/models/demonstration/MODEL_CARD.md', 'utf8')).toContain(model.sha256);
    }
  });
});

describe('a model of the company', () => {
  it('predicts by its file in the bucket', async () => {
    const { id, sha256 } = await store('lgb_small100.txt');
    expect(sha256).toBe(sha256Hex(readFileSync(`${FIXTURES}/lgb_small100.txt`)));
    const model = await modelById(services, own, id);
    expect(model).toMatchObject({ id, name: 'lgb_small100.txt', method: 'lightgbm', sha256, columns: COLUMNS });
    const rows = new Float64Array(readFileSync(`${FIXTURES}/X_f64.bin`).buffer.slice(0, 7 * 8));
    const [answer] = model?.predictor.predict(rows) ?? [];
    const expected = readFileSync(`${FIXTURES}/lgb_small100.pred_f64.bin`).readDoubleLE(0);
    expect(answer).toBe(expected);
  });

  it('has a compact form that gives the same bits and the same contributions', async () => {
    const stored = await store('xgb_x3_sqe60.json');
    const model = await modelById(services, own, stored.id);
    const packed = await modelFile(services, own, stored, 'compact');
    expect(sha256Hex(packed)).toBe(stored.compact_sha256);
    const compact = await loadRowModel(core, stored, new Uint8Array(gunzipSync(packed)), COLUMNS);
    const values = { x1: 1300, x2: null, x7: 38, x8: 10, x12: 0.6, x13: 2000, x15: 4 };
    expect(explainRow(compact, values)).toEqual(model && explainRow(model, values));
  });

  it('is used by new calculations only after it is activated; older models remain readable', async () => {
    const [first, second] = [await store('xgb_x3_sqe60.json'), await store('xgb_gamma100x5.json')];
    expect((await activeModel(services, own, 'xgboost')).id).toBe('demonstration-xgboost');
    for (const model of [first, second, second, first]) {
      await activate(services, own, EDITOR, model, NOW);
      expect((await activeModel(services, own, 'xgboost')).id).toBe(model.id);
    }
    expect((await activeModel(services, own, 'lightgbm')).id).toBe('demonstration-lightgbm');
    expect((await modelById(services, own, second.id))?.sha256).toBe(second.sha256);
    const shipped = await findModel(services, own, 'demonstration-xgboost');
    if (shipped) await activate(services, own, EDITOR, shipped, NOW);
    expect((await activeModel(services, own, 'xgboost')).id).toBe('demonstration-xgboost');
  });

  it('is the only active one when many are activated in parallel', async () => {
    const models = [await store('lgb_small100.txt'), await store('lgb_rf40.txt'), await store('lgb_gamma60.txt')];
    await Promise.all(models.map((model) => activate(services, own, EDITOR, model, NOW)));
    const { id } = await activeModel(services, own, 'lightgbm');
    expect(models.map((model) => model.id)).toContain(id);
  });

  it('belongs to one company, both its item and its file', async () => {
    const stored = await store('lgb_small100.txt');
    expect(await modelById(services, foreign, stored.id)).toBeUndefined();
    expect((await listModels(services, foreign, ALL)).models.map(({ id }) => id)).not.toContain(stored.id);
    expect(await services.files.get(modelKey(foreign, stored.sha256))).toBeUndefined();
  });

  it('uploaded again from the same file is another model with the same hash', async () => {
    const [first, second] = [await store('lgb_rf40.txt'), await store('lgb_rf40.txt')];
    expect(first.id).not.toBe(second.id);
    expect(first.sha256).toBe(second.sha256);
  });
});

it.each(['', 'x', '../U#1', 'demonstration-', 'demonstration-catboost', 'M#1', 'я'.repeat(3000), '__proto__'])(
  'there is no model with the id %.20s',
  async (id) => {
    expect(await modelById(services, own, id)).toBeUndefined();
  },
);

it.each([1, 2])('a bucket that fails at file %d leaves no model, and the next attempt creates one', async (failing) => {
  const tenant = Tenant.ofOperations(`0197eeee-eeee-7eee-eeee-eeeeeeeeeee${failing}`);
  const { files } = services;
  let puts = 0;
  const disturbed: typeof files = {
    ...files,
    put: (...put) => {
      puts += 1;
      return puts === failing ? Promise.reject(new Error('no bucket')) : files.put(...put);
    },
  };
  const loaded = await openModel(core.module, new Uint8Array(readFileSync(`${FIXTURES}/lgb_rf40.txt`)));
  const model = {
    ...newVersioned(EDITOR, NOW),
    ...describeModel(loaded, COLUMNS),
    name: 'Лава 1',
    file_name: 'm.txt',
  };
  await expect(storeModel({ ...services, files: disturbed }, tenant, loaded, model)).rejects.toThrow('no bucket');
  expect((await listModels(services, tenant, ALL)).count).toBe(2);
  expect(await modelById(services, tenant, model.id)).toBeUndefined();
  await storeModel(services, tenant, loaded, model);
  expect((await modelById(services, tenant, model.id))?.sha256).toBe(model.sha256);
});

it('the list of models pages over the company’s own models and the shipped ones', async () => {
  const tenant = Tenant.ofOperations('0197dddd-dddd-7ddd-dddd-dddddddddddd');
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.unshift((await store('lgb_rf40.txt', tenant)).id);
  const all = [...ids, 'demonstration-xgboost', 'demonstration-lightgbm'];
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    for (let offset = 0; offset < 7; offset++) {
      const { count, models } = await listModels(services, tenant, { limit, offset });
      expect([count, ...models.map(({ id }) => id)]).toEqual([5, ...all.slice(offset, offset + limit)]);
    }
  }
});

it('a few models are cached, and others are loaded again', async () => {
  const files = ['lgb_small100.txt', 'lgb_rf40.txt', 'lgb_gamma60.txt', 'lgb_quantile60.txt', 'lgb_dart60.txt'];
  const xgboost = [
    'xgb_dart60.json',
    'xgb_gamma100x5.json',
    'xgb_logistic60.json',
    'xgb_x3_sqe60.json',
    'xgb_dart60.ubj',
  ];
  const models = [];
  for (const file of [...files, ...xgboost]) models.push(await store(file));
  for (const { id, sha256 } of [...models, ...models])
    expect((await modelById(services, own, id))?.sha256).toBe(sha256);
  expect(cachedModels()).toBeLessThanOrEqual(8);
});
