import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { explainRow, loadRowModel } from '#core/models/row_model.ts';
import { loadServerCore } from '#functions/core.ts';
import { sha256Hex } from '#functions/store/stored_model.ts';
import { type ApiResponse, openService } from '../../../support/service.ts';

const MODELS = 'tests/fixtures/trees/models';
const COLUMNS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
const NEVER = '0197ffff-ffff-7fff-bfff-ffffffffffff';

const service = await openService();
const admin = await service.createUser({ role: 'admin' });
const staff = await service.createUser();
const foreign = await service.createUser({ role: 'admin' });
afterAll(() => service.close());

const fixture = (name: string) => new Uint8Array(readFileSync(`${MODELS}/${name}`));

interface Loaded {
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly file?: string;
  readonly name?: string;
  readonly features?: string;
  readonly is_active?: string;
}

/** Loads a model by a form, as a browser does. */
function load({ file = 'model.txt', bytes, ...fields }: Loaded, person = admin): Promise<ApiResponse> {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  if (bytes) form.set('file', new File([bytes], file));
  return service.call('POST', paths.models, { body: form, token: person.tokens.access });
}

async function listed(person = admin): Promise<{ id: string; is_active: boolean; method: string }[]> {
  return (await person.get(paths.models)).body.results;
}

const activeOf = async (method: string, person = admin) =>
  (await listed(person)).filter((model) => model.method === method && model.is_active).map(({ id }) => id);

describe('before any upload of a model', () => {
  it('staff see the demonstration models, labelled and active', async () => {
    const { status, body } = await staff.get(paths.models);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    for (const [index, method] of ['xgboost', 'lightgbm'].entries()) {
      expect(body.results[index]).toMatchObject({
        ...{ id: `demonstration-${method}`, method, demonstration: true, is_active: true, author: '', trees: 240 },
        features: COLUMNS.map((name) => ({ name, column: name })),
      });
      expect(readFileSync('wasm-core/models/demonstration/MODEL_CARD.md', 'utf8')).toContain(
        body.results[index].sha256,
      );
    }
  });
});

describe('uploading a model', () => {
  it('returns its facts, columns and a trial prediction without activating it', async () => {
    const bytes = fixture('lgb_small100.txt');
    const { status, body } = await load({ bytes, file: 'Лава 12.txt' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{
        method: 'lightgbm',
        name: 'Лава 12',
        file_name: 'Лава 12.txt',
        sha256: sha256Hex(bytes),
        size: bytes.length,
      },
      ...{ demonstration: false, is_active: false, trees: 100, author: 'Ковалёва Анна' },
    });
    expect(body.features.map(({ column }: { column: string }) => column)).toEqual(COLUMNS);
    expect(body.trial).toHaveLength(10);
    expect(body.trial[0].row).toMatchObject({ date: '2024-01-01', x1: 1268, x15: 3.9866 });
    const model = await loadRowModel(await loadServerCore(), { id: '', name: '', sha256: '' }, bytes, COLUMNS);
    for (const { row, result } of body.trial) expect(result).toBe(explainRow(model, row).result);
    expect((await listed())[0]).toMatchObject({ id: body.id });
    expect(await activeOf('lightgbm')).toEqual(['demonstration-lightgbm']);
  });

  it('gives the trial prediction of the library for the shipped file', async () => {
    const bytes = new Uint8Array(readFileSync('wasm-core/models/demonstration/xgboost.ubj'));
    const { body } = await load({ bytes, file: 'xgboost.ubj', name: 'Та же' });
    const printed = readFileSync('wasm-core/models/demonstration/days.csv', 'utf8').split('\n').slice(1, 11);
    expect(body.trial.map(({ result }: { result: number }) => result)).toEqual(
      printed.map((line) => Number(line.split(',').at(-2))),
    );
  });

  it('accepts a file packed by gzip', async () => {
    const bytes = fixture('xgb_x3_sqe60.json');
    const { status, body } = await load({ bytes: new Uint8Array(gzipSync(bytes)), file: 'model.json.gz' });
    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body).toMatchObject({ name: 'model', sha256: sha256Hex(bytes), size: bytes.length, method: 'xgboost' });
  });

  it('activates it on request, for its method only', async () => {
    const { body } = await load({ bytes: fixture('lgb_rf40.txt'), is_active: 'true', name: 'Лава 3' });
    expect(body.is_active).toBe(true);
    expect(await activeOf('lightgbm')).toEqual([body.id]);
    expect(await activeOf('xgboost')).toEqual(['demonstration-xgboost']);
    expect(await activeOf('lightgbm', foreign)).toEqual(['demonstration-lightgbm']);
  });

  it('reports that features without names follow the order of the columns', async () => {
    const text = new TextDecoder().decode(fixture('lgb_small100.txt'));
    const renamed = (names: string) =>
      new TextEncoder().encode(text.replace(/feature_names=.*/, `feature_names=${names}`));
    const nameless = await load({ bytes: renamed('Column_0 Column_1 Column_2 Column_3 Column_4 Column_5 Column_6') });
    expect(nameless.body).toMatchObject({ is_by_order: true });
    expect(nameless.body.features[6]).toEqual({ name: 'Column_6', column: 'x15' });
    const typed = await load({ bytes: renamed('X_1 х2 X7 x-8 Х12 x.13 x15') });
    expect(typed.body).toMatchObject({ is_by_order: false });
    expect(typed.body.features.map(({ column }: { column: string }) => column)).toEqual(COLUMNS);
    const foreignNames = renamed('a b c d e f g');
    const refused = await load({ bytes: foreignNames });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field: 'features', message: expect.stringContaining('«a», «b»') });
    expect(refused.body.detail).toContain('x1, x2, x7, x8, x12, x13, x15');
    const given = await load({ bytes: foreignNames, features: JSON.stringify(COLUMNS.toReversed()) });
    expect(given.body.features[0]).toEqual({ name: 'a', column: 'x15' });
  });
});

describe('an unusable model is refused in Russian with the field, and nothing is stored:', () => {
  const text = () => new TextDecoder().decode(fixture('lgb_small100.txt'));
  const bytes = (value: string) => new TextEncoder().encode(value);
  const bomb = () => new Uint8Array(gzipSync(new Uint8Array(65 * 2 ** 20)));

  it.each<[string, () => Loaded, number, string, RegExp]>([
    ['no file', () => ({}), 400, 'file', /Приложите файл модели/],
    ['an empty file', () => ({ bytes: new Uint8Array() }), 400, 'file', /пуст/],
    ['a picture', () => ({ bytes: bytes('\x89PNG....') }), 400, 'file', /не файл модели/],
    ['a zip', () => ({ bytes: bytes('PK\x03\x04....') }), 400, 'file', /сжат/],
    ['a damaged gzip', () => ({ bytes: Uint8Array.of(0x1f, 0x8b, 1, 2, 3) }), 400, 'file', /gzip повреждён/],
    ['a bomb', () => ({ bytes: bomb() }), 413, 'file', /больше 64 МБ/],
    ['half a model', () => ({ bytes: bytes(text().slice(0, 30_000)) }), 400, 'file', /повреждён/],
    [
      'a model of two classes',
      () => ({ bytes: bytes(text().replace('objective=regression', 'objective=binary sigmoid:1')) }),
      400,
      'file',
      /её цель «binary/,
    ],
    [
      'a model of three classes',
      () => ({ bytes: new Uint8Array(readFileSync('tests/fixtures/trees/contributions/lgb_three_classes.txt')) }),
      400,
      'file',
      /её цель «multiclass/,
    ],
    ...['contributions/xgb_categories.json', 'models/lgb_cat60.txt'].map(
      (name): [string, () => Loaded, number, string, RegExp] => [
        `categories (${name})`,
        () => ({ bytes: new Uint8Array(readFileSync(`tests/fixtures/trees/${name}`)) }),
        400,
        'file',
        /ждёт категории/,
      ],
    ),
    [
      'several numbers a row',
      () => ({ bytes: new Uint8Array(readFileSync('tests/fixtures/trees/contributions/xgb_two_outputs.json')) }),
      400,
      'file',
      /2 чисел на строку/,
    ],
    [
      'too few columns',
      () => ({ bytes: bytes(text()), features: '["x1"]' }),
      400,
      'features',
      /столбцов 1, а признаков в модели 7/,
    ],
    [
      'a column twice',
      () => ({ bytes: bytes(text()), features: '["x1","x1","x7","x8","x12","x13","x15"]' }),
      400,
      'features',
      /x1 назначен двум/,
    ],
    [
      'a column of another table',
      () => ({ bytes: bytes(text()), features: '["x1","x2","x7","x8","x12","x13","x99"]' }),
      400,
      'features',
      /«x99»/,
    ],
    ['no list', () => ({ bytes: bytes(text()), features: 'x1, x2' }), 400, 'features', /список JSON/],
    ['a list of numbers', () => ({ bytes: bytes(text()), features: '[1, 2]' }), 400, 'features.0', /строка/],
    ['a blank name', () => ({ bytes: bytes(text()), name: '  ' }), 400, 'name', /название/],
    ['a wrong flag', () => ({ bytes: bytes(text()), is_active: 'да' }), 400, 'is_active', /true или false/],
    ['too large a file', () => ({ bytes: new Uint8Array(REQUEST_FILE_LIMIT + 1) }), 413, 'file', /gzip.*npm run model/],
    ['far too large a file', () => ({ bytes: new Uint8Array(2 * REQUEST_FILE_LIMIT) }), 413, 'file', /больше 4 МБ/],
  ])('%s', async (_, loaded, status, field, message) => {
    const before = await listed();
    const answer = await load(loaded());
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([status, field]);
    expect(answer.body.detail).toMatch(message);
    expect(await listed()).toEqual(before);
  });

  it('an upload by staff', async () => {
    const answer = await load({ bytes: fixture('lgb_rf40.txt') }, staff);
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    expect(answer.body.detail).toMatch(/администратор/);
    const patched = await staff.patch(paths.model('demonstration-xgboost'), { is_active: true });
    expect(patched.status).toBe(403);
  });
});

describe('choosing the active model', () => {
  it('can be reversed; the whole object is accepted, a forged field is not', async () => {
    const { body: loaded } = await load({ bytes: fixture('xgb_gamma100x5.json'), name: 'Лава 7' });
    const { is_by_order, trial, ...model } = loaded;
    const first = await admin.patch(paths.model(model.id), { ...model, is_active: true });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ...model, is_active: true });
    expect(await activeOf('xgboost')).toEqual([model.id]);
    expect((await admin.patch(paths.model(model.id), { is_active: true })).status).toBe(200);
    for (const body of [{}, { is_active: false }, { is_active: 'true' }, { is_active: true, sha256: '0' }]) {
      expect([body, (await admin.patch(paths.model(model.id), body)).status]).toEqual([body, 400]);
    }
    expect(await activeOf('xgboost')).toEqual([model.id]);
    expect((await admin.patch(paths.model('demonstration-xgboost'), { is_active: true })).body.is_active).toBe(true);
    expect(await activeOf('xgboost')).toEqual(['demonstration-xgboost']);
  });
});

it('the audit list records who uploaded and activated which model', async () => {
  const { body: model } = await load({ bytes: fixture('lgb_rf40.txt'), name: 'Лава 21' });
  await admin.patch(paths.model(model.id), { is_active: true });
  const { results } = (await admin.get(paths.audit)).body;
  expect(results.slice(0, 2)).toEqual([
    expect.objectContaining({
      action: 'Модель сделана действующей',
      target: model.id,
      whom: 'Лава 21',
      outcome: 'done',
    }),
    expect.objectContaining({ action: 'Модель загружена', whom: 'Лава 21', outcome: 'done', actor: admin.user.id }),
  ]);
});

describe('the file of a model', () => {
  const file = (id: string, headers: HeadersInit = {}, query = '', person = staff) =>
    service.fetch('GET', `${paths.modelFile(id)}${query}`, { token: person.tokens.access, headers });

  it('is sent in the compact form with the same contributions, compressed if the browser supports it', async () => {
    const answer = await file('demonstration-lightgbm', { 'Accept-Encoding': 'gzip, br' });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const packed = new Uint8Array(await answer.arrayBuffer());
    const plain = new Uint8Array(await (await file('demonstration-lightgbm')).arrayBuffer());
    expect(plain).toEqual(new Uint8Array(gunzipSync(packed)));
    const core = await loadServerCore();
    const original = new Uint8Array(readFileSync('wasm-core/models/demonstration/lightgbm.txt'));
    const [theirs, ours] = [plain, original].map((one) => loadRowModel(core, { id: '', name: '', sha256: '' }, one));
    const values = { x1: 1300, x2: null, x7: 38, x8: 10, x12: 0.6, x13: 2000, x15: 4 };
    expect(explainRow(await (theirs as never), values)).toEqual(explainRow(await (ours as never), values));
  });

  it('is cached by the browser and revalidated', async () => {
    const first = await file('demonstration-xgboost', { 'Accept-Encoding': 'gzip' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await file('demonstration-xgboost', { 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const out = await service.fetch('GET', paths.modelFile('demonstration-xgboost'), {
      headers: { 'If-None-Match': etag },
    });
    expect(out.status).toBe(401);
  });

  it('is sent as uploaded, under its name, on request', async () => {
    const bytes = fixture('lgb_small100.txt');
    const { body } = await load({ bytes, file: "Лава (12)'.txt" });
    const answer = await file(body.id, {}, '?original=true', admin);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    const name = /filename\*=UTF-8''(.+)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(name)).toBe("Лава (12)'.txt");
    expect((await file(body.id, {}, '?original=да', admin)).status).toBe(400);
  });
});

describe("another company's model", () => {
  it('looks like one that never existed at every address', async () => {
    const { body } = await load({ bytes: fixture('lgb_small100.txt'), name: 'КАНАРЕЙКА' }, foreign);
    expect((await admin.get(paths.models)).text).not.toContain('КАНАРЕЙКА');
    for (const ask of [
      (id: string) => admin.patch(paths.model(id), { is_active: true }),
      (id: string) => admin.get(paths.modelFile(id)),
      (id: string) => admin.get(`${paths.modelFile(id)}?original=true`),
    ]) {
      const [theirs, never, malformed] = await Promise.all([body.id, NEVER, '%D0%BD%D0%B5-id'].map(ask));
      expect(theirs?.status).toBe(404);
      expect(theirs?.text).toBe(never?.text);
      expect(theirs?.text).toBe(malformed?.text);
    }
    expect(await activeOf('lightgbm', foreign)).toEqual(['demonstration-lightgbm']);
  });
});
