import { afterAll, expect, it } from 'vitest';
import { CALCULATION_TYPES, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import type { Route } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { changeAccess } from '#functions/store/access.ts';
import { createUser } from '#functions/store/users.ts';
import { firstCase, newTable, stored } from '../support/datasets.ts';
import { FIXED_KEY } from '../support/keys.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { signed } from '../support/reliability/sign_in_attacks.ts';
import {
  address,
  type House,
  idOf,
  NEVER,
  openHouse,
  PROTECTED,
  WITH_ID,
} from '../support/reliability/two_companies.ts';
import { type ApiResponse, KEY_CODE, openService, PASSWORD, type Person, PROJECT } from '../support/service.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

const service = await openService();
const houses: readonly [House, House] = [await openHouse(service, 'ПЕРВАЯ'), await openHouse(service, 'ВТОРАЯ')];
afterAll(() => service.close());

/** Each company against the other. */
const directions = () => [houses, [houses[1], houses[0]] as const] as const;

/** A body that the routes would take of the company's own people. */
const BODY = {
  ...PROJECT,
  ...{ is_deleted: true, is_active: false, first_name: 'Пётр', last_name: 'Чужой', role: 'staff', disabled: true },
  ...{ guardant_code: 'чужой код', data: [{}], version: 1 },
};

const send = ({ method }: Route, path: string, token?: string, headers?: HeadersInit) =>
  service.call(method, path, {
    ...(method !== 'GET' && { body: BODY }),
    ...(token !== undefined && { token }),
    ...(headers && { headers }),
  });

/** A field of a body that names an object: a request with a value, and a value of another company. */
interface Position {
  readonly name: string;
  readonly foreign: (other: House) => string;
  readonly send: (house: House, value: unknown) => Promise<ApiResponse>;
}

const POSITIONS: readonly Position[] = [
  ...(['company', 'user'] as const).map((field) => ({
    name: `${field} of a new project`,
    foreign: ({ admin }: House) => admin[field].id,
    send: ({ admin }: House, value: unknown) => admin.post(paths.createProject, { ...PROJECT, [field]: value }),
  })),
  ...(['id', 'company', 'user'] as const).map((field) => ({
    name: `${field} of a project`,
    foreign: ({ admin, project }: House) => (field === 'id' ? project : admin[field].id),
    send: ({ admin, project }: House, value: unknown) =>
      admin.patch(paths.changeProject(project), { ...PROJECT, version: 1, [field]: value }),
  })),
  ...CALCULATION_TYPES.flatMap((type): Position[] => [
    {
      name: `project of a new ${type}`,
      foreign: ({ project }) => project,
      send: ({ admin }, project) =>
        admin.post(
          paths.calculations(type),
          definitionOf(type).table
            ? newTable(type, String(project))
            : { name: 'Подлог', project, ...CASES[type]?.[0]?.inputs },
        ),
    },
    ...(['project', 'id', 'user'] as const).map((field) => ({
      name: `${field} of ${type}`,
      foreign: (other: House) =>
        field === 'project' ? other.project : field === 'id' ? (other.ids.get(type) ?? '') : other.admin.user.id,
      send: ({ admin, ids }: House, value: unknown) =>
        admin.patch(paths.changeCalculation(type, ids.get(type) ?? ''), { name: 'Подлог', version: 1, [field]: value }),
    })),
  ]),
  {
    name: 'object of a new calculation',
    foreign: ({ ids }) => ids.get('objects') ?? '',
    send: ({ admin, project }, object) =>
      admin.post(paths.calculations('torch_ch4'), {
        ...{ name: 'Подлог', project, ...CASES.torch_ch4?.[0]?.inputs, object },
      }),
  },
  ...(['calculation', 'object'] as const).map((field) => ({
    name: `${field} of an assignment`,
    foreign: ({ ids }: House) => ids.get(field === 'object' ? 'objects' : 'torch_ch4') ?? '',
    send: ({ admin, project, ids }: House, value: unknown) => {
      const own = { calculation: ids.get('torch_ch4'), object: ids.get('objects') };
      return admin.patch(paths.inventory(project), { assign: [{ ...own, [field]: value }] });
    },
  })),
  ...TABLE_TYPES.flatMap((type) =>
    (['project', 'calculation'] as const).map((field) => ({
      name: `${field} of a ticket of ${type}`,
      foreign: ({ project, ids }: House) => (field === 'project' ? project : (ids.get(type) ?? '')),
      send: ({ admin, project }: House, value: unknown) => {
        const fields = { name: 'Подлог', project, ...firstCase(type).settings, file_name: 'a.csv', size: 1 };
        return admin.post(paths.uploadTicket(type), { ...fields, [field]: value });
      },
    })),
  ),
];

/** Lists that are filtered by objects of another company. */
const queries = ({ admin, project }: House) => [
  ...['', '&is_active=true&is_deleted=true'].flatMap((archive) => [
    `${paths.projects}?company=${admin.company.id}${archive}`,
    ...CALCULATION_TYPES.map((type) => `${paths.calculations(type)}?project=${project}${archive}`),
  ]),
  `${paths.jobs}?project=${project}`,
];

reliabilityTest(
  {
    id: 'TEN-01',
    stimulus: "Every id in a path, a query or a body is another company's, both ways",
    pass: '404, 400 or an empty list; 0 foreign bytes, 0 writes',
    quick: 1,
    full: 1,
  },
  async () => {
    let tried = 0;
    for (const [own, other] of directions()) {
      const before = await stored(service);
      const token = own.admin.tokens.access;
      for (const route of WITH_ID) {
        const { status, text } = await send(route, address(route, idOf(other, route)), token);
        expect([route.method, route.path, status]).toEqual([route.method, route.path, 404]);
        expect(text).not.toContain(other.mark);
      }
      const lists = queries(other);
      for (const path of lists) {
        const { status, text, body } = await own.admin.get(path);
        // As specified, a foreign `company=` answers an empty list, not a refusal.
        expect([path, status, body.count, body.results]).toEqual([path, 200, 0, []]);
        expect(text).not.toContain(other.mark);
      }
      for (const { name, foreign, send } of POSITIONS) {
        const { status, text } = await send(own, foreign(other));
        expect([name, [400, 404].includes(status)]).toEqual([name, true]);
        expect(text).not.toContain(other.mark);
      }
      expect(await stored(service)).toBe(before);
      tried += WITH_ID.length + lists.length + POSITIONS.length;
    }
    // The control: the same routes know the company's own objects, so that 404 is no accident.
    const [own] = houses;
    for (const route of WITH_ID.filter(({ method }) => method === 'GET')) {
      const { status } = await send(route, address(route, idOf(own, route)), own.admin.tokens.access);
      expect([route.path, [200, 303].includes(status)]).toEqual([route.path, true]);
    }
    expect(tried).toBeGreaterThanOrEqual(206);
    return `${tried} of ${tried}`;
  },
);

reliabilityTest(
  {
    id: 'TEN-02',
    stimulus: "Ids in paths: another company's, one that never existed, no id at all",
    pass: 'status, body and headers alike to the byte; medians of time within 5 ms',
    quick: 1,
    full: 15,
  },
  async (n) => {
    const [own, other] = houses;
    const kinds = [(route: Route) => idOf(other, route), () => NEVER, () => 'не-номер'];
    const times = kinds.map(() => [] as number[]);
    for (const route of WITH_ID) {
      const seen = new Set<string>();
      for (let round = 0; round < n; round++) {
        for (const [at, id] of kinds.entries()) {
          const start = performance.now();
          const { status, text, headers } = await send(route, address(route, id(route)), own.admin.tokens.access);
          // What is no id is not looked up, which is nobody's secret: only ids are compared by time.
          if (at < 2) times[at]?.push(performance.now() - start);
          headers.delete('x-request-id');
          seen.add(`${status} ${text} ${JSON.stringify([...headers])}`);
        }
      }
      expect([route.method, route.path, seen.size]).toEqual([route.method, route.path, 1]);
    }
    const [foreign = 0, never = 0] = times.slice(0, 2).map((all) => all.sort((a, b) => a - b)[all.length >> 1] ?? 0);
    if (IS_FULL) expect(Math.abs(foreign - never)).toBeLessThanOrEqual(5);
    const cases = 3 * WITH_ID.length;
    return `${cases} of ${cases} alike, ${n} times each; medians ${foreign.toFixed(1)} and ${never.toFixed(1)} ms`;
  },
);

reliabilityTest(
  {
    id: 'TEN-03',
    stimulus: 'Every protected route with eight bad credentials',
    pass: '401 with WWW-Authenticate, nothing written',
    quick: 1,
    full: 1,
  },
  async () => {
    const leaver = await service.createUser({ role: 'admin' }, houses[0].admin.company);
    await changeAccess(service.db, leaver.tenant, leaver.user.id, 'disable');
    const { access, refresh } = houses[0].admin.tokens;
    const [head = '', body = '', signature = ''] = access.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const header = { alg: 'HS256', typ: 'at+jwt', kid: FIXED_KEY.kid };
    const bad: Record<string, HeadersInit> = {
      none: {},
      'empty bearer': { Authorization: 'Bearer ' },
      garbage: { Authorization: 'Bearer garbage' },
      expired: {
        Authorization: `Bearer ${signed(header, { ...claims, iat: claims.iat - 700, exp: claims.iat - 100 })}`,
      },
      tampered: { Authorization: `Bearer ${head}.${body}.${signature.slice(0, -4)}AAAA` },
      'alg none': { Authorization: `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.` },
      'refresh as access': { Authorization: `Bearer ${refresh}` },
      'disabled user': { Authorization: `Bearer ${leaver.tokens.access}` },
    };
    const before = await stored(service);
    for (const route of PROTECTED) {
      for (const [name, headers] of Object.entries(bad)) {
        const { status, headers: answered } = await send(route, address(route, NEVER), undefined, headers);
        expect([name, route.path, status, answered.get('www-authenticate')]).toEqual([name, route.path, 401, 'Bearer']);
      }
    }
    expect(await stored(service)).toBe(before);
    const n = PROTECTED.length * Object.keys(bad).length;
    expect(n).toBeGreaterThanOrEqual(616);
    return `${n} of ${n} (${PROTECTED.length} routes)`;
  },
);

reliabilityTest(
  {
    id: 'TEN-04',
    stimulus: 'Fields of identity in bodies: never existed, misshapen, a list',
    pass: '400 or 404, nothing crosses, nothing is written',
    quick: 1,
    full: 1,
  },
  async () => {
    const [own] = houses;
    const before = await stored(service);
    const values = [NEVER, '../', ['a']];
    for (const { name, send } of POSITIONS) {
      for (const value of values) {
        const { status, body } = await send(own, value);
        expect([name, value, [400, 404].includes(status)]).toEqual([name, value, true]);
        expect(body.detail).toMatch(/[а-я]/);
      }
    }
    expect(await stored(service)).toBe(before);
    const n = POSITIONS.length * values.length;
    expect(n).toBeGreaterThanOrEqual(135);
    return `${n} of ${n} (${POSITIONS.length} fields)`;
  },
);

reliabilityTest(
  { id: 'TEN-05', stimulus: "A calculation's id under every other type", pass: '404', quick: 1, full: 1 },
  async () => {
    const [{ admin, ids }] = houses;
    let n = 0;
    for (const type of CALCULATION_TYPES) {
      for (const other of CALCULATION_TYPES.filter((one) => one !== type)) {
        const id = ids.get(type) ?? '';
        const addresses = [paths.calculation(other, id), paths.calculationHistory(other, id)];
        if (TABLE_TYPES.includes(other)) addresses.push(paths.calculationRows(other, id));
        for (const path of addresses) expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
        n += addresses.length;
      }
    }
    return `${n} of ${n}`;
  },
);

/** Permissions, declared independently of the routes: other routes are open to all staff. */
const FOR_NOBODY_IN_PARTICULAR = /^(?:POST \/token(?:\/|$)|GET \/version$)/;
const FOR_ADMINISTRATORS = /^(\w+ \/v1\/company\/|(POST|PATCH) \/v1\/models\b)/;
const WITH_ONE_TIME_PASSWORD =
  /^(GET \/v1\/users\/get_me|POST \/v1\/users\/change_password|(GET|POST) \/v1\/users\/sessions.*)$/;

reliabilityTest(
  {
    id: 'TEN-12',
    stimulus: 'Every route by a stranger, a new user, a member of staff, an administrator',
    pass: 'as the table says',
    quick: 1,
    full: 1,
  },
  async () => {
    const [{ admin }] = houses;
    const staff = await service.createUser({}, admin.company);
    const newcomer = await signInNewcomer(admin);
    const roles = { stranger: undefined, newcomer, staff: staff.tokens.access, admin: admin.tokens.access };
    let n = 0;
    // Last, the route that ends the caller's sessions.
    const endsAll = ({ path }: Route) => Number(path.endsWith('/end_all'));
    for (const route of ROUTES.toSorted((a, b) => endsAll(a) - endsAll(b))) {
      const name = `${route.method} ${route.path}`;
      for (const [role, token] of Object.entries(roles)) {
        const { status, body } = await service.call(route.method, address(route, NEVER), {
          ...(route.method !== 'GET' && { body: {} }),
          ...(token !== undefined && { token }),
        });
        const isPublic = FOR_NOBODY_IN_PARTICULAR.test(name);
        const refusal = refusalOf(name, role);
        const got = [401, 403].includes(status) && !isPublic ? `${status} ${body.code}` : undefined;
        expect([name, role, got]).toEqual([name, role, refusal]);
        n += 1;
      }
    }
    expect(n).toBeGreaterThanOrEqual(296);
    return `${n} of ${n} cells (${ROUTES.length} routes)`;
  },
);

/** The expected refusal of a route for a role; undefined if the role may call it. */
function refusalOf(name: string, role: string): string | undefined {
  if (FOR_NOBODY_IN_PARTICULAR.test(name)) return undefined;
  if (role === 'stranger') return '401 no_session';
  if (role === 'newcomer' && !WITH_ONE_TIME_PASSWORD.test(name)) return '403 password_change_required';
  return role !== 'admin' && FOR_ADMINISTRATORS.test(name) ? '403 forbidden' : undefined;
}

/** The access token of a user who has yet to choose a password. */
async function signInNewcomer({ tenant }: Person): Promise<string> {
  const email = 'newcomer@mine.example';
  const one_time_until = new Date(service.clock.getTime() + 3_600_000).toISOString();
  const names = { first_name: 'Новый', last_name: 'Человек', role: 'staff' } as const;
  const secrets = { password: PASSWORD, guardant_code: KEY_CODE };
  await createUser(service.db, tenant, { email, ...names, ...secrets, one_time_until });
  return (await service.signIn({ email, ...secrets })).body.access;
}

it('every route stands in the matrix, whatever it names', () => {
  for (const route of ROUTES) expect(address(route, NEVER)).not.toMatch(/[{}]/);
  for (const route of WITH_ID) for (const house of houses) expect(idOf(house, route)).toMatch(/^[0-9a-f-]{36}$/);
});
