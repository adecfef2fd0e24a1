import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { writeCompact } from '#core/models/compact.ts';
import { readModel } from '#core/models/read_model.ts';
import { loadServerCore } from '#functions/core.ts';
import { chainModel } from '../../../support/bombs/models.ts';
import { days, farYears } from '../../../support/bombs/tables.ts';
import { DAYS, formOf, newTable, stored } from '../../../support/datasets.ts';
import { newProject, openService } from '../../../support/service.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';

const TYPE = 'regres_methane';
const FIXTURE = 'tests/fixtures/trees/models/lgb_small100.txt';
const text = readFileSync(FIXTURE, 'utf8');

const service = await openService();
const admin = await service.createUser({ role: 'admin' });
const project = await newProject(admin);
afterAll(() => service.close());

function load(bytes: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) {
  const form = formOf(fields);
  form.set('file', new File([bytes], 'лава.txt'));
  return admin.post(paths.models, form);
}

const forecast = (model: string, rows: Uint8Array) => {
  const form = formOf({ name: 'Прогноз', project, method: 'lightgbm', model });
  form.set('file_data', new File([new Uint8Array(rows)], 'дни.csv'));
  return admin.post(paths.calculations(TYPE), form);
};

describe("a company's model of two million splits, within every limit of a file,", () => {
  let model: string;

  beforeAll(async () => {
    const { status, body } = await load(new Uint8Array(gzipSync(chainModel(3480, 300))), { name: 'Цепи' });
    expect(status).toBe(201);
    model = body.id;
  });

  it('predicts a hundred rows', async () => {
    const { status, body } = await forecast(model, days(100));
    expect([status, body.detail]).toEqual([201, undefined]);
  });

  it('refuses 3,000 rows at once with rows, model and limit, and stores nothing', async () => {
    const before = await stored(service);
    const small = process.cpuUsage();
    await forecast(model, days(100));
    const { user: honest } = process.cpuUsage(small);
    const started = process.cpuUsage();
    const { status, body } = await forecast(model, days(3000));
    const { user } = process.cpuUsage(started);
    expect(status).toBe(413);
    expect(body.detail).toMatch(/«Цепи».*строк 3\s000: вместе 3\s142 млн, допустимо 1\s000 млн.*до 954 строк/);
    expect(body.errors[0]).toMatchObject({ field: 'model', value: 'Цепи' });
    // 3,000 rows would take thirty times as long as a hundred; nothing of them is computed.
    expect(user).toBeLessThan(2 * honest);
    expect((await stored(service)).length - before.length).toBeLessThan(1000);
  });
});

describe('a model with unusable predictions', () => {
  const small = (leaf: string) => chainModel(1, 3, leaf);

  it.each(['nan', 'inf', '1e300', '1e-200', '-1e101'])(
    'is refused with leaves of %s, and nothing is stored',
    async (leaf) => {
      const before = await stored(service);
      const { status, body } = await load(small(leaf));
      expect(status).toBe(400);
      expect(body.detail).toMatch(/[а-яё]/);
      expect(body.errors[0].field).toBe('file');
      expect(await stored(service)).toBe(before);
    },
  );

  it('is refused with the row if only some rows have such a prediction, without a server error', async () => {
    // Trial days lie below 6,000 m³/min, a row above it reaches the other leaf.
    const odd = new TextDecoder()
      .decode(small('1'))
      .replace('threshold=1000000 1000001 1000002', 'threshold=6000 6000 6000')
      .replace('leaf_value=1 1 1 1', 'leaf_value=1 1e300 1 1');
    const { status, body } = await load(new TextEncoder().encode(odd), { name: 'Чудная' });
    expect(status).toBe(201);
    const good = await forecast(body.id, days(5));
    expect(good.status).toBe(201);
    const rows = new TextEncoder().encode('x1;x2;x7;x8;x12;x13;x15\n1;1;1;1;1;1;1\n7000;1;1;1;1;1;1\n');
    const refused = await forecast(body.id, rows);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'unusable_results', errors: [{ field: 'model', row: 2 }] });
    expect(refused.body.detail).toContain('«Чудная»');
  });
});

describe('a model file', () => {
  it('in the compact form is refused: its head would bypass the list of objectives', async () => {
    const core = await loadServerCore();
    const forest = await readModel(core.module, new TextEncoder().encode(text));
    const compact = writeCompact({ ...forest, objective: '<img src=x>'.repeat(100_000) });
    for (const bytes of [compact, new Uint8Array(gzipSync(compact))]) {
      const { status, body } = await load(bytes);
      expect(status).toBe(400);
      expect(body.detail).toMatch(/сжатая форма модели для браузера/);
    }
  });

  it.each([
    ['an objective of 1 MB', /objective=\w+/, `objective=${'r'.repeat(2 ** 20)}`, 400],
    ['words of 1 MB after the objective', /objective=\w+/, `objective=regression ${'r'.repeat(2 ** 20)}`, 201],
    ['a feature name of 1 MB', /feature_names=\w+/, `feature_names=${'x'.repeat(2 ** 20)}`, 400],
  ])('with %s is handled without a server error and without storing it', async (_, known, long, answered) => {
    expect(text).toMatch(known);
    const bytes = new TextEncoder().encode(text.replace(known, long));
    const { status, text: answer } = await load(bytes, { features: '["x1","x2","x7","x8","x12","x13","x15"]' });
    expect(status).toBe(answered);
    expect(answer.length).toBeLessThan(10_000);
  });
});

describe('an invalid id', () => {
  it.each([{ toString: null }, { id: { toString: null } }, { id: 5 }, [], 'x'.repeat(5000)].map((model) => [model]))(
    'as a model is refused in Russian: %j',
    async (model) => {
      const body = { name: 'Прогноз', project, method: 'lightgbm', data: DAYS.slice(0, 3), model };
      const { status, body: answer } = await admin.post(paths.calculations(TYPE), body);
      expect([status, answer.errors[0].field]).toEqual([400, 'model']);
    },
  );

  it.each(CALCULATION_TYPES)('as the project of %s does not exist', async (type) => {
    const never = 'x'.repeat(5000);
    const isTable = (TABLE_TYPES as readonly string[]).includes(type);
    const fields = { name: 'Расчёт', project: never, ...CASES[type]?.[0]?.inputs };
    const { status, body } = await admin.post(paths.calculations(type), isTable ? newTable(type, never) : fields);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it.each(TABLE_TYPES)('as the project of a ticket for %s does not exist', async (type) => {
    const settings = { method: 'xgboost', name_element: '', name_value: '', mass: '1' };
    const body = { name: 'Расчёт', project: 'x'.repeat(5000), ...settings, file_name: 'a.csv', size: 100 };
    const { status } = await admin.post(paths.uploadTicket(type), body);
    expect([400, 404]).toContain(status);
  });
});

it('a small file with distant years is refused with the object, the years and the limit, and nothing is stored', async () => {
  const before = await stored(service);
  const form = formOf({ name: 'Ряды', project });
  form.set('file_data', new File([new Uint8Array(farYears(3480))], 'ряды.csv'));
  const { status, body } = await admin.post(paths.calculations('filling_blanks'), form);
  expect(status).toBe(413);
  expect(body.detail).toMatch(/допустимо 50\s000\. У объекта «0» нет значений за 299 лет: с 1901 по 2199/);
  expect(await stored(service)).toBe(before);
});
