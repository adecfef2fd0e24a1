import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, FIELDS_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import type { JsonObject } from '#functions/http/request.ts';
import type { Route } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { firstCase, newTable } from '../support/datasets.ts';
import { addressOf } from '../support/reliability/input/addresses.ts';
import { type House, openHouse } from '../support/reliability/input/fixture.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { CONFIRM, KEY_CODE, PASSWORD, PROJECT } from '../support/service.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** Values that no field has. */
const FORGERIES = [
  null,
  true,
  false,
  0,
  -1,
  1e300,
  '',
  'подлог',
  '9999.000000',
  '2020-01-01T00:00:00.000Z',
  [],
  [1],
  {},
  { id: 1 },
];

const fieldsOf = (route: Route | undefined) => Object.keys((route?.body?.properties ?? {}) as object);

reliabilityTest(
  {
    id: 'API-09',
    stimulus:
      'a PATCH of the whole object with one field forged that a client does not give: results, dates, authors, hashes, ids, unknown ones',
    pass: 'refused, or carried out without it: every such field as it was, the results computed by the server',
    quick: 1,
    full: FORGERIES.length,
  },
  async (n) => {
    const { admin, ids } = house;
    let requests = 0;
    for (const route of ROUTES.filter(
      ({ method, path }) => method === 'PATCH' && /\{(project|calculation)\}$/.test(path),
    )) {
      const path = addressOf(route, ids);
      const start = (await admin.patch(path, {})).body;
      // What a change itself leaves: who and when, and which version it is.
      const left = ['version', 'updated_at', 'editor', 'changed_by'];
      const given = new Set([...fieldsOf(route), ...left]);
      const own = Object.keys(start).filter((name) => !given.has(name));
      for (const [turn, field] of [
        ...own,
        'updated_at',
        'changed_by',
        'res_total',
        'pk',
        'write_id',
        '__proto__',
      ].entries()) {
        // The quick part takes every fourth field.
        for (let at = IS_FULL || turn % 4 === 0 ? 0 : n; at < n; at++) {
          const value = FORGERIES[(turn + at) % FORGERIES.length];
          const { version: _any, ...whole } = start;
          const { status, body } = await admin.patch(path, { ...whole, [field]: value });
          requests += 1;
          expect([path, field, value, status]).toEqual([path, field, value, expect.toBeOneOf([200, 400])]);
          if (status === 400) continue;
          const kept = (object: JsonObject) =>
            Object.fromEntries(Object.entries(object).filter(([name]) => !left.includes(name)));
          expect([path, field, kept(body)]).toEqual([path, field, kept(start)]);
          expect(body.changed_by).toBe(admin.user.id);
        }
      }
    }
    return `${requests} forgeries at ${1 + CALCULATION_TYPES.length} kinds of objects`;
  },
);

/** A number as JSON and people write it. */
const SPELLINGS: readonly ((value: number) => number | string)[] = [
  (value) => value,
  (value) => String(value),
  (value) => String(value).replace('.', ','),
  (value) => (Number.isInteger(value) ? `${value}.0` : `${value}0`),
  (value) => (Number(value.toFixed(6)) === value ? value.toFixed(6) : String(value)),
  (value) => ` ${value} `,
];

reliabilityTest(
  {
    id: 'API-10',
    stimulus: 'the same numbers in every spelling: 3.026, «3,026», «3.0260», «3.026000»',
    pass: 'inputs and results equal to the last bit, whatever the spelling',
    quick: SPELLINGS.length,
    full: SPELLINGS.length,
  },
  async () => {
    const { admin, ids } = house;
    const numbersOf = (body: JsonObject) => {
      const skipped = ['id', 'name', 'created_at', 'updated_at'];
      return Object.fromEntries(Object.entries(body).filter(([name]) => !skipped.includes(name)));
    };
    const create = async (type: CalculationType, spell: (value: number) => number | string) => {
      const inputs = Object.entries(CASES[type]?.[0]?.inputs ?? {}).map(([name, value]) => [
        name,
        spell(Number(value)),
      ]);
      const body = { name: 'Числа', project: ids.project, ...Object.fromEntries(inputs) };
      const answer = await admin.post(paths.calculations(type), body);
      expect([type, answer.status]).toEqual([type, 201]);
      return numbersOf(answer.body);
    };
    for (const type of FIELDS_TYPES) {
      const expected = await create(type, (value) => value);
      for (const spell of SPELLINGS) expect(await create(type, spell)).toEqual(expected);
    }
    return `${SPELLINGS.length} spellings of ${FIELDS_TYPES.length} kinds of calculations`;
  },
);

/** A body that each operation carries out; a new operation that writes fails until it has a line. */
const GOOD: readonly (readonly [operation: RegExp, body: (type: CalculationType, address: string) => unknown])[] = [
  [/^POST \/token$/, () => ({ email: house.admin.user.email, password: PASSWORD, guardant_code: KEY_CODE })],
  [/^POST \/token\/(refresh|revoke)$/, () => ({ token: house.admin.tokens.refresh })],
  [/change_password$/, () => ({ password: PASSWORD, new_password: 'другой верный пароль 2' })],
  [/company\/users$/, () => ({ email: 'new@mine.example', first_name: 'Пётр', last_name: 'Новый', role: 'staff' })],
  [/role$/, () => ({ role: 'staff', ...CONFIRM })],
  [/access$/, () => ({ disabled: true })],
  [/key$/, () => ({ guardant_code: 'код-5678', ...CONFIRM })],
  [/personal_data$/, () => CONFIRM],
  [/change_key_code$/, () => ({ guardant_code: 'СВОЙ-КОД-7', ...CONFIRM })],
  [/sessions\/.*end/, () => ({})],
  [/reset_password$/, () => ({ version: 2 })],
  [/PATCH .*\{user\}$/, () => ({ first_name: 'Пётр', last_name: 'Иной', version: 1 })],
  [/create_project$/, () => PROJECT],
  [/PATCH .*\{(project|calculation|object)\}$/, () => ({ name: 'Иначе' })],
  [/POST \/v1\/objects$/, () => ({ name: 'Шахта', kind: 'underground_mine' })],
  [/PATCH .*inventory$/, () => ({ gwp_set: 'ar5' })],
  [/edition$/, () => ({})],
  [/copy$/, () => ({ project: house.ids.project })],
  [/roll_forward$/, () => ({ name: 'Год 2027', start_date: '2027-01-01', end_date: '2027-12-31' })],
  [
    /inventory\/history.*restore$/,
    async (_, address) => {
      const inventory = address.replace(/history\/.*$/, '');
      await house.admin.patch(inventory, { gwp_set: 'ar6' });
      return { version: (await house.admin.patch(inventory, { gwp_set: 'ar4' })).body.version };
    },
  ],
  [
    /restore$/,
    async (_, address) => {
      const { body } = await house.admin.patch(address.replace(/history\/.*$/, ''), { name: 'Перед восстановлением' });
      return { version: body.version };
    },
  ],
  [/data_update$/, () => ({ data: [], deleted: [] })],
  [
    /upload_ticket$/,
    (type) => ({
      name: 'Ф',
      project: house.ids.project,
      ...firstCase(type).settings,
      ...firstCase(type).inputs,
      file_name: 'a.csv',
      size: 1,
    }),
  ],
  [
    /POST \/v1\/models$/,
    () => {
      const form = new FormData();
      form.set('file', new File([readFileSync('wasm-core/models/demonstration/lightgbm.txt')], 'model.txt'));
      return form;
    },
  ],
  [
    /workbook$/,
    async (_, address) => {
      const { service, admin } = house;
      const book = await service.fetch('GET', address, { token: admin.tokens.access });
      const form = new FormData();
      form.set('file_data', new File([await book.arrayBuffer()], 'книга.xlsx'));
      return form;
    },
  ],
  [/PATCH .*\{model\}$/, () => ({ is_active: true })],
  [/(cancel|retry)$/, () => undefined],
  [
    /POST \/v1\/\w+$/,
    (type) =>
      FIELDS_TYPES.includes(type)
        ? { name: 'Н', project: house.ids.project, ...CASES[type]?.[0]?.inputs }
        : newTable(type, house.ids.project ?? ''),
  ],
];

reliabilityTest(
  {
    id: 'API-11',
    stimulus: 'every operation, with what it is for',
    pass: 'reading never answers nothing; making and changing answer less than 300 with the object (signing out alone has nothing to say)',
    quick: 1,
    full: 1,
  },
  async () => {
    const { service, admin, ids } = house;
    const victim = await service.createUser({}, admin.company);
    const all = { ...ids, user: victim.user.id };
    // Signing out and changing the password end the session that the others need.
    const order = ({ path }: Route) => (/revoke|change_password|refresh/.test(path) ? 1 : 0);
    const seen: string[] = [];
    for (const route of [...ROUTES].sort((one, other) => order(one) - order(other))) {
      const what = `${route.method} ${route.path}`;
      const query = route.query && 'project' in route.query ? `?project=${ids.project}` : '';
      const line = GOOD.find(([operation]) => operation.test(what));
      if (route.method !== 'GET') expect([what, line !== undefined]).toEqual([what, true]);
      const endsSession = /change_(password|key_code)|sessions\/.*end/.test(route.path);
      const caller = endsSession ? await service.createUser() : admin;
      const session = endsSession ? (await caller.get(paths.ownSessions)).body.results[0].id : '';
      const address = addressOf(route, { ...all, session });
      const type = route.path.split('/')[2] as CalculationType;
      const body = route.method === 'GET' ? undefined : await line?.[1](type, address);
      const { status, text } = await service.call(route.method, address + query, {
        token: caller.tokens.access,
        ...(body !== undefined && { body }),
      });
      // Only a job that has failed is done again; there is none here.
      expect([what, status, text === '']).toEqual([
        what,
        expect.toBeOneOf(/retry/.test(what) ? [409] : [200, 201, 204]),
        status === 204,
      ]);
      if (status === 204) expect(what).toMatch(/revoke|sessions/);
      seen.push(what);
    }
    return `${seen.length} of ${ROUTES.length} operations`;
  },
);
