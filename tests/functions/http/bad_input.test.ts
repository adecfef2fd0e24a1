import { afterAll, describe, expect, it } from 'vitest';
import { definitionOf, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { API, paths } from '#core/contract/paths.ts';
import { DICTIONARY_NAMES } from '#core/dictionaries/index.ts';
import type { Route } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { firstCase, jsonRows, newTable, stored } from '../../support/datasets.ts';
import { newProject, openService, PROJECT } from '../../support/service.ts';
import { CASES } from '../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const person = await service.createUser({ role: 'admin' });
const project = await newProject(person);
const object: string = (await person.post(paths.objects, { name: 'Разрез', kind: 'open_pit' })).body.id;
const calculations = new Map<string, string>();
for (const type of FIELDS_TYPES) {
  const body = { name: 'Расчёт', project, ...CASES[type]?.[0]?.inputs };
  calculations.set(type, (await person.post(paths.calculations(type), body)).body.id);
}
for (const type of TABLE_TYPES) {
  calculations.set(type, (await person.post(paths.calculations(type), newTable(type, project))).body.id);
}
afterAll(() => service.close());

const writes = ROUTES.filter(({ method }) => method !== 'GET');
const named = (routes: readonly Route[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const);

function address({ path, slash }: Route): string {
  const calculation = calculations.get(path.split('/')[2] ?? '') ?? '';
  const filled = path
    .replace('{project}', project)
    .replace('{object}', object)
    .replace('{calculation}', calculation)
    .replace('{slot}', '1')
    .replace('{version}', '1');
  const named = filled.replace('{model}', 'demonstration-xgboost').replace('{user}', person.user.id);
  return API + named + (slash ? '/' : '');
}

function expectRussianRefusal({
  status,
  body,
  text,
}: {
  status: number;
  body: { detail: string };
  text: string;
}): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body.detail).toMatch(/[а-яё]/i);
  expect(text).not.toMatch(/at .+\.ts:\d+/);
}

describe('a body of an unsupported media type', () => {
  it.each(named(writes.filter(({ body, form }) => body ?? form)))(
    '%s names the supported media types',
    async (_, route) => {
      const others = route.form ? [] : ['multipart/form-data; boundary=x'];
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', ...others, '']) {
        const answer = await service.call(route.method, address(route), {
          body: '{}',
          token: person.tokens.access,
          headers: { 'Content-Type': type },
        });
        expect(answer.status).toBe(415);
        expectRussianRefusal(answer);
      }
    },
  );

  it('is refused when it is too large, with the limit', async () => {
    const answer = await person.post(paths.createProject, { ...PROJECT, name: 'я'.repeat(200_000) });
    expect(answer.status).toBe(413);
    expect(answer.body.detail).toMatch(/256 КБ/);
  });
});

const WRONG_VALUES = [
  null,
  true,
  [],
  [1],
  {},
  { $gt: 0 },
  '',
  ' ',
  'abc',
  '1e999',
  '1,2,3',
  '--1',
  'NaN',
  'Infinity',
  '٣',
  '１',
];

describe.each(FIELDS_TYPES)('an invalid number in %s', (type) => {
  it('is refused with its field, and nothing is stored', async () => {
    const before = await stored(service);
    const good = { name: 'Расчёт', project, ...CASES[type]?.[0]?.inputs };
    for (const field of Object.keys(CASES[type]?.[0]?.inputs ?? {})) {
      for (const value of WRONG_VALUES) {
        const created = await person.post(paths.calculations(type), { ...good, [field]: value });
        expect([field, value, created.status]).toEqual([field, value, 400]);
        expect(created.body.errors).toContainEqual(expect.objectContaining({ field }));
        expectRussianRefusal(created);
        const path = paths.changeCalculation(type, calculations.get(type) ?? '');
        const changed = await person.patch(path, { ...good, [field]: value });
        expect([field, value, changed.status]).toEqual([field, value, 400]);
      }
    }
    expect(await stored(service)).toBe(before);
  });
});

describe.each(TABLE_TYPES)('an invalid field of %s', (type) => {
  const { inputs, table } = definitionOf(type);
  const wrong = [true, [], [1], {}, { $gt: 0 }, '1,2,3', '\u0000', 'я'.repeat(201)];

  it('is refused with its name, and nothing is stored', async () => {
    const before = await stored(service);
    const path = paths.changeCalculation(type, calculations.get(type) ?? '');
    const { rows, settings } = firstCase(type);
    for (const field of ['name', ...Object.keys(inputs)]) {
      const created = await person.post(paths.calculations(type), newTable(type, project, { [field]: '\u0000' }));
      expect([field, created.status]).toEqual([field, 400]);
      expect(created.body.errors).toContainEqual(expect.objectContaining({ field }));
      for (const value of wrong) {
        const changed = await person.patch(path, { [field]: value });
        // A name may be any text.
        if (changed.status === 200) expect([field, value]).toEqual([expect.stringMatching(/^name/), '1,2,3']);
        else {
          expect([field, value, changed.status]).toEqual([field, value, 400]);
          expect(changed.body.errors).toContainEqual(expect.objectContaining({ field }));
          expectRussianRefusal(changed);
        }
        if (!table?.hasGrid) continue;
        const body = { name: 'Расчёт', project, ...settings, data: jsonRows(type, rows), [field]: value };
        if (field !== 'name' || value !== '1,2,3') {
          expect([field, value, (await person.post(paths.calculations(type), body)).status]).toEqual([
            field,
            value,
            400,
          ]);
        }
      }
    }
    const [keysBefore, keysAfter] = [before, await stored(service)].map((text) => JSON.parse(text)[0].length);
    // Renamings compute nothing anew.
    expect(keysAfter).toBe(keysBefore);
  });

  it('is refused for a model that does not exist', async () => {
    const before = await stored(service);
    for (const model of ['none', '__proto__', 5, ['xgboost'], {}, { id: 'none' }]) {
      const answer = await person.patch(paths.changeCalculation(type, calculations.get(type) ?? ''), { model });
      if (table?.modelInput === undefined) expect(answer.status).toBe(200);
      else expect([model, answer.status, answer.body.errors[0].field]).toEqual([model, 400, 'model']);
    }
    if (table?.modelInput !== undefined) expect(await stored(service)).toBe(before);
  });
});

const GRIDS = TABLE_TYPES.filter((type) => definitionOf(type).table?.hasGrid);

describe.each(GRIDS)('invalid rows of %s', (type) => {
  const [row = {}] = jsonRows(type, firstCase(type).rows);
  const { columns = {} } = definitionOf(type).table ?? {};
  const numbers = Object.keys(columns).filter((name) => columns[name]?.kind === 'number');

  it.each([null, 5, 'text', {}, [], [5], ['a'], [null], [[]], [{ neft: 1 }]])('%j are refused', async (data) => {
    const before = await stored(service);
    const created = await person.post(paths.calculations(type), {
      name: 'Строки',
      project,
      ...firstCase(type).settings,
      data,
    });
    expect(created.status).toBe(400);
    expectRussianRefusal(created);
    const id = calculations.get(type) ?? '';
    for (const path of [paths.updateRows(type, id), paths.changeCalculation(type, id)]) {
      const changed = await person.patch(path, { data });
      // No rows to change is no change; to say neither rows nor numbers of rows is a fault.
      if (Array.isArray(data) && data.length === 0) expect(changed.status).toBe(200);
      else if (data === null && path === paths.changeCalculation(type, id)) expect(changed.status).toBe(200);
      else expect([data, path, changed.status]).toEqual([data, path, 400]);
    }
    expect(JSON.parse(await stored(service))[0]).toEqual(JSON.parse(before)[0]);
  });

  it('are refused by row, column and value, and by id', async () => {
    const before = await stored(service);
    const id = calculations.get(type) ?? '';
    const wrongValues = WRONG_VALUES.filter((one) => one !== null && one !== '' && one !== ' ');
    for (const name of numbers) {
      const data = [{ id: 1 }, ...wrongValues.map((value) => ({ ...row, [name]: value }))];
      const answer = await person.patch(paths.updateRows(type, id), { data });
      const places = answer.body.errors.map(({ row, column }: { row: number; column: string }) => [row, column]);
      expect([answer.status, places]).toEqual([400, wrongValues.map((_, place) => [place + 2, name])]);
      expectRussianRefusal(answer);
    }
    for (const wrong of ['1', 0, -1, 1.5, 1e9, 'x', {}, '__proto__', [1]]) {
      const changed = await person.patch(paths.updateRows(type, id), { data: [{ id: wrong }] });
      const deleted = await person.patch(paths.updateRows(type, id), { deleted: [wrong] });
      expect([wrong, changed.status, deleted.status]).toEqual([wrong, 400, 400]);
      expectRussianRefusal(changed);
      expectRussianRefusal(deleted);
    }
    for (const body of [{}, { data: null }, { deleted: null }, { deleted: 'all' }, { rows: [] }]) {
      expectRussianRefusal(await person.patch(paths.updateRows(type, id), body));
    }
    expect(await stored(service)).toBe(before);
  });
});

describe('an invalid project', () => {
  const values = {
    name: [null, 5, '', ' ', '\u202eabc', 'я'.repeat(201), {}],
    start_date: [null, 5, '', '2026-13-01', '01.01.2026'],
  };
  it.each(Object.entries(values))('is refused for its %s', async (field, wrong) => {
    const before = await stored(service);
    for (const value of wrong) {
      const answer = await person.post(paths.createProject, { ...PROJECT, [field]: value });
      expect([field, value, answer.status]).toEqual([field, value, 400]);
      expect(answer.body.errors[0].field).toBe(field);
      expectRussianRefusal(answer);
    }
    expect(await stored(service)).toBe(before);
  });

  it('is refused for meaningless flags and versions', async () => {
    for (const fields of [
      { is_deleted: 'false' },
      { is_active: 1 },
      { is_active: true, is_deleted: true },
      { is_active: false, is_deleted: false },
      { version: '1' },
      { version: 1.5 },
      { version: -1 },
    ]) {
      const answer = await person.patch(paths.changeProject(project), { ...PROJECT, ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expectRussianRefusal(answer);
    }
  });
});

it('invalid flags of a list and a missing project are refused', async () => {
  expectRussianRefusal(await person.get(`${paths.projects}?is_deleted=maybe`));
  expectRussianRefusal(await person.get(paths.calculations('underground')));
});

it('a project name that is not UTF-8 is refused', async () => {
  const cp1251 = Uint8Array.from('{"name": "\xce\xf2\xf7\xb8\xf2"}', (sign) => sign.charCodeAt(0));
  const answer = await person.post(paths.createProject, cp1251);
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('UTF-8')]);
});

it('the length of a name is counted in visible characters', async () => {
  expect((await person.post(paths.createProject, { ...PROJECT, name: '😀'.repeat(200) })).status).toBe(201);
  expect((await person.post(paths.createProject, { ...PROJECT, name: '😀'.repeat(201) })).status).toBe(400);
});

it('every dictionary is returned', async () => {
  for (const name of DICTIONARY_NAMES) {
    const { status, body } = await person.get(paths.dictionary(name));
    expect([name, status]).toEqual([name, 200]);
    expect(body.results.length).toBe(body.count);
  }
});

it('an internal error returns 500 with a request id and no internal detail', async () => {
  const broken = await openService();
  const someone = await broken.createUser();
  await broken.close();
  const answer = await someone.get(paths.projects);
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({ code: 'server_error', detail: expect.stringContaining('Ошибка на сервере') });
  const id = answer.headers.get('x-request-id');
  expect(broken.log).toContainEqual(expect.objectContaining({ event: 'request_failed', request_id: id }));
}, 20_000);
