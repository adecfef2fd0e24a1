import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { API, paths } from '#core/contract/paths.ts';
import { ROUTES } from '#functions/routes/index.ts';
import type { Route } from '#functions/routes/route.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';
import { newProject, openService, type Person, PROJECT, type Service } from './service.ts';
import { firstCase, newTable, stored } from './tables.ts';

const NEVER = '0197ffff-ffff-7fff-bfff-ffffffffffff';
const OBJECT_ID = /\{(project|calculation|user|model|job)\}/;
const CANARY = 'КАНАРЕЙКА';

let service: Service;
let own: Person;
/** A colleague of `own` who administers nothing. */
let staff: Person;
let foreign: Person;
/** Path parameter by route → id of the other company's object. */
let foreignIds: Map<string, string>;

beforeAll(async () => {
  service = await openService();
  own = await service.hire({ role: 'admin' });
  staff = await service.hire({}, own.company);
  foreign = await service.hire({ first_name: CANARY, role: 'admin' });
  const project = await newProject(foreign, { name: CANARY });
  foreignIds = new Map([
    ['project', project],
    ['company', foreign.user.id],
  ]);
  foreignIds.set('models', await newModel(foreign));
  for (const type of FIELDS_TYPES) {
    const body = { name: CANARY, project, ...CASES[type]?.[0]?.inputs };
    foreignIds.set(type, (await foreign.post(paths.calculations(type), body)).body.id);
  }
  for (const type of TABLE_TYPES) {
    const body = newTable(type, project, { name: CANARY, name_value: '' });
    foreignIds.set(type, (await foreign.post(paths.calculations(type), body)).body.id);
  }
  const ticket = { name: CANARY, project, method: 'xgboost', file_name: `${CANARY}.csv`, size: 1 };
  foreignIds.set('job', (await foreign.post(paths.uploadTicket('regres_methane'), ticket)).body.job.id);
});
afterAll(() => service.close());

const signedIn = ROUTES.filter(({ access }) => access !== 'public');
const withId = signedIn.filter(({ path }) => OBJECT_ID.test(path));
const forAdmins = ROUTES.filter(({ access }) => access === 'admin');
const named = (routes: readonly Route[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const);

function address({ path, slash }: Route, id: string): string {
  return API + path.replace(OBJECT_ID, id).replace('{slot}', '1').replace('{version}', '1') + (slash ? '/' : '');
}

function foreignId({ path }: Route): string {
  const [, own] = /\{(project|job)\}/.exec(path) ?? [];
  return foreignIds.get(own ?? path.split('/')[2] ?? '') ?? '';
}

/** A body that each of the routes would accept of the company's own people. */
const BODY = {
  ...PROJECT,
  is_deleted: true,
  is_active: false,
  first_name: 'Пётр',
  last_name: 'Чужой',
  role: 'staff',
  disabled: true,
  guardant_code: 'чужой код',
  data: [{}],
  version: 1,
};

/** Loads a model with a telling name and answers its id. */
async function newModel(person: Person): Promise<string> {
  const form = new FormData();
  form.set('name', CANARY);
  form.set('file', new File([readFileSync('wasm-core/models/demonstration/lightgbm.txt')], 'model.txt'));
  const answer = await service.call('POST', paths.models, { body: form, token: person.tokens.access });
  return answer.body.id;
}

const bodyOf = ({ method }: Route) => (method === 'GET' ? {} : { body: BODY });

it('every object that an address names is tried', () => {
  const parameters = ROUTES.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []);
  const tried = parameters.filter((one) => OBJECT_ID.test(one) || ['{slot}', '{version}', '{name}'].includes(one));
  expect(tried).toEqual(parameters);
});

describe('without a living session', () => {
  it.each(named(signedIn))('%s answers 401 and nothing else', async (_, route) => {
    const [head, body, signature] = own.tokens.access.split('.');
    const headers = [
      {},
      { Authorization: '' },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer мусор'.normalize('NFD').replace(/[^ -~]/g, 'x') },
      { Authorization: own.tokens.access },
      { Authorization: `Bearer ${head}.${body}.${signature?.slice(0, -4)}AAAA` },
      { Authorization: `Bearer ${head}.${body}.` },
      { Authorization: `Bearer ${own.tokens.refresh}` },
      { Authorization: `Basic ${own.tokens.access}` },
    ];
    for (const header of headers) {
      const answer = await service.call(route.method, address(route, NEVER), {
        ...bodyOf(route),
        headers: header as never,
      });
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe('no_session');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });
});

describe('what only administrators may do', () => {
  it.each(named(forAdmins))('%s answers staff 403, the same for every id and body', async (_, route) => {
    const answers = [];
    for (const id of [staff.user.id, own.user.id, foreignId(route), NEVER, 'не-номер']) {
      for (const { body } of [bodyOf(route), { body: undefined }]) {
        const call = { token: staff.tokens.access, ...(body && { body }) };
        answers.push(await service.call(route.method, address(route, encodeURIComponent(id)), call));
      }
    }
    for (const { status, text, body } of answers) {
      expect([status, body.code]).toEqual([403, 'forbidden']);
      expect(text).toBe(answers[0]?.text);
    }
    const { results } = (await own.get(paths.audit)).body;
    expect(results.filter(({ actor }: { actor: string }) => actor === staff.user.id)).toEqual([]);
  });

  it('is open to one who becomes an administrator, and closed again at once', async () => {
    const path = paths.companyUserAction(staff.user.id, 'role');
    expect((await own.post(path, { role: 'admin' })).body.role).toBe('admin');
    expect((await staff.get(paths.companyUsers)).status).toBe(200);
    expect((await own.post(path, { role: 'staff' })).body.role).toBe('staff');
    expect((await staff.get(paths.companyUsers)).status).toBe(403);
  });
});

describe("another company's object", () => {
  it.each(named(withId))('%s answers as for one that never existed, and changes nothing', async (_, route) => {
    const id = foreignId(route);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const before = await stored(service);
    const [theirs, never, malformed] = await Promise.all(
      [id, NEVER, 'не-номер'].map((one) =>
        service.call(route.method, address(route, encodeURIComponent(one)), {
          ...bodyOf(route),
          token: own.tokens.access,
        }),
      ),
    );
    expect(theirs?.status).toBe(404);
    expect(theirs?.text).toBe(never?.text);
    expect(theirs?.text).toBe(malformed?.text);
    expect(theirs?.text).not.toContain(CANARY);
    if (route.path.includes('{user}')) {
      const { results } = (await foreign.get(paths.companyUsers)).body;
      const untouched = { first_name: CANARY, role: 'admin', disabled: false, has_key: true, version: 1 };
      expect(results).toEqual([expect.objectContaining(untouched)]);
    } else if (route.path.includes('{model}')) {
      const { results } = (await foreign.get(paths.models)).body;
      expect(results[0]).toMatchObject({ id, name: CANARY, is_active: false });
    } else {
      const still = await foreign.get(readAddress(route, id));
      expect(still.body).toMatchObject(
        route.path.includes('{job}') ? { state: 'waiting' } : { is_deleted: false, version: 1 },
      );
    }
    expect(await stored(service)).toBe(before);
  });

  it.each([paths.companyUsers, paths.audit, paths.models])('is not in %s', async (path) => {
    // The other company has entries of its own, so an empty list would be no accident.
    await foreign.post(paths.companyUsers, { email: 'не адрес', first_name: CANARY, last_name: CANARY });
    expect((await foreign.get(path)).text).toContain(CANARY);
    const answer = await own.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(CANARY);
  });

  it('is in no list, whatever company or project is asked for', async () => {
    // The own list has a project in it, so an empty answer is no accident.
    const id = await newProject(own);
    const all = await own.get(`${paths.projects}?company=${own.company.id}`);
    expect(all.body.results.map((project: { id: string }) => project.id)).toEqual([id]);
    expect(all.text).not.toContain(CANARY);
    const lists = [
      `${paths.projects}?company=${foreign.company.id}`,
      ...CALCULATION_TYPES.map((type) => `${paths.calculations(type)}?project=${foreignIds.get('project')}`),
      `${paths.jobs}?project=${foreignIds.get('project')}`,
    ];
    for (const path of lists) {
      const { status, text, body } = await own.get(path);
      expect([path, status, body.count, body.results]).toEqual([path, 200, 0, []]);
      expect(text).not.toContain(CANARY);
    }
  });

  it.each(CALCULATION_TYPES)('takes no calculation of %s', async (type) => {
    const project = foreignIds.get('project') ?? '';
    const fields = { name: 'Чужой проект', project, ...CASES[type]?.[0]?.inputs };
    const before = await stored(service);
    const body = TABLE_TYPES.includes(type) ? newTable(type, project, fields) : fields;
    expect((await own.post(paths.calculations(type), body)).status).toBe(404);
    expect(await stored(service)).toBe(before);
    const theirs = await foreign.get(`${paths.calculations(type)}?project=${foreignIds.get('project')}`);
    expect(theirs.body.count).toBe(1);
  });

  it.each(TABLE_TYPES)('takes no file for %s, of the project or of the calculation', async (type) => {
    const fields = { name: 'Чужое', ...firstCase(type).settings, file_name: 'a.csv', size: 1 };
    const project = foreignIds.get('project');
    const mine = await newProject(own);
    const before = await stored(service);
    expect((await own.post(paths.uploadTicket(type), { ...fields, project })).status).toBe(404);
    for (const calculation of [foreignIds.get(type), NEVER, '../', 5, {}]) {
      const body = { ...fields, project: mine, calculation };
      expect((await own.post(paths.uploadTicket(type), body)).status).toBe(404);
    }
    expect(await stored(service)).toBe(before);
  });

  it.each(CALCULATION_TYPES)('%s is not found under another type', async (type) => {
    for (const other of CALCULATION_TYPES.filter((one) => one !== type)) {
      const id = foreignIds.get(type) ?? '';
      expect((await foreign.get(paths.calculation(other, id))).status).toBe(404);
      expect((await foreign.get(paths.calculationRows(other, id))).status).toBe(404);
    }
  });
});

describe('forged identity in a body', () => {
  const forged = () => ({ company: foreign.company.id, user: foreign.user.id });

  it.each(['company', 'user'] as const)('%s of a new project is refused', async (field) => {
    const answer = await own.post(paths.createProject, { ...PROJECT, name: 'Подлог', [field]: forged()[field] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ field });
    expect((await own.get(paths.projects)).body.results.map(({ name }: { name: string }) => name)).not.toContain(
      'Подлог',
    );
  });

  it('moves nothing: id, company, user of a project; project, user of a calculation', async () => {
    const id = await newProject(own);
    const other = await newProject(own, { name: 'Другой' });
    const project = (await own.get(paths.project(id))).body;
    for (const field of ['id', 'company', 'user']) {
      for (const value of [foreign.company.id, NEVER, 5, {}, ['a']]) {
        const answer = await own.patch(paths.changeProject(id), { ...project, [field]: value });
        expect([field, value, answer.status]).toEqual([field, value, 400]);
      }
    }
    const inputs = CASES.torch_ch4?.[0]?.inputs;
    const created = await own.post(paths.calculations('torch_ch4'), { name: 'Расчёт', project: id, ...inputs });
    for (const [field, value] of Object.entries({ id: NEVER, project: other, user: foreign.user.id })) {
      const path = paths.changeCalculation('torch_ch4', created.body.id);
      expect((await own.patch(path, { ...created.body, [field]: value })).status).toBe(400);
    }
    expect((await own.get(paths.project(id))).body).toEqual(project);
  });
});

/** Where the object that a route is about is read. */
function readAddress({ path }: Route, id: string): string {
  if (path.includes('{job}')) return paths.job(id);
  return path.includes('{project}') ? paths.project(id) : paths.calculation(path.split('/')[2] ?? '', id);
}
