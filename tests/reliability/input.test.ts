import { afterAll, beforeAll, expect, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { loadServerCore } from '#functions/core.ts';
import { createApp } from '#functions/http/app.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { stored } from '../support/datasets.ts';
import { FIXED_HASH_KEY, fixedKeys } from '../support/keys.ts';
import { addressOf, idOf, REPEATABLE_ROUTES } from '../support/reliability/input/addresses.ts';
import { INJECTIONS, PROTOTYPE_NAMES, RAW_BODIES } from '../support/reliability/input/bodies.ts';
import { type House, openHouse } from '../support/reliability/input/fixture.ts';
import { PATH_GAMES } from '../support/reliability/input/paths.ts';
import { sendRaw } from '../support/reliability/input/raw.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import type { ApiResponse } from '../support/service.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const WRITES = REPEATABLE_ROUTES.filter(({ method }) => method !== 'GET');
const STANDARD_METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'OPTIONS',
  'PROPFIND',
  'LOCK',
  'MKCOL',
  'PURGE',
];

/** `n` of a list, taken evenly from all of it, other ones at each `turn`. */
function some<T>(list: readonly T[], n: number, turn: number): T[] {
  const step = Math.max(1, list.length / n);
  return Array.from(
    { length: Math.min(n, list.length) },
    (_, at) => list[Math.floor(at * step + turn) % list.length] as T,
  );
}

function expectRefusal(what: string, { status, text }: Pick<ApiResponse, 'status' | 'text'>): void {
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200);
  const isRefused = status >= 400 && status < 500 && /[а-яё]/i.test(detail) && !/\.ts:\d/.test(text);
  expect([what, isRefused ? 'refused' : `${status} ${detail}`]).toEqual([what, 'refused']);
}

/** Checks that prototypes are unchanged and that no internal error was logged. */
function expectClean(): void {
  expect(house.service.log.filter(({ level }) => level === 'error')).toEqual([]);
  for (const name of ['polluted', 'name', 'x']) expect(({} as Record<string, unknown>)[name]).toBeUndefined();
}

reliabilityTest(
  {
    id: 'API-03',
    stimulus:
      'bodies that are none: broken, huge, deep, of other types, encodings and packings, at every operation that writes',
    pass: 'refused in Russian (400, 413, 415) within 100 ms of work at the 99th percentile, nothing stored, no 5xx',
    quick: 6,
    full: RAW_BODIES.length,
  },
  async (n) => {
    const { service, admin, ids } = house;
    const before = await stored(service);
    const times: number[] = [];
    for (const [turn, route] of WRITES.entries()) {
      for (const body of some(RAW_BODIES, n, turn)) {
        const start = process.cpuUsage();
        const answer = await service.call(route.method, addressOf(route, ids), {
          body,
          token: admin.tokens.access,
          headers: { 'Content-Type': 'application/json' },
        });
        const { user, system } = process.cpuUsage(start);
        times.push((user + system) / 1000);
        const what = `${route.method} ${route.path} ${String(body).slice(0, 40)}`;
        // To cancel or repeat a job no body is read.
        if (!route.body && !route.form) expect([what, answer.status]).toEqual([what, expect.toBeOneOf([200, 409])]);
        // A PATCH that names no field of ours is the object as it stands.
        else if (route.method === 'PATCH' && answer.status === 200) expect(body).toMatch(/__proto__/);
        else {
          expectRefusal(what, answer);
          expect([400, 401, 413, 415]).toContain(answer.status);
        }
      }
    }
    const keys = (text: string) => (JSON.parse(text)[1] as string[]).map((key) => key.replace(/ \d+$/, ''));
    // Of an object that a PATCH has left as it is there may be one more revision.
    expect(keys(await stored(service)).filter((key) => /#/.test(key) && !/R#/.test(key))).toEqual(keys(before));
    expectClean();
    times.sort((one, other) => one - other);
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    expect(p99).toBeLessThan(100);
    return `${times.length} requests to ${WRITES.length} operations; p99 ${p99.toFixed(0)} ms, most ${times.at(-1)?.toFixed(0)} ms`;
  },
);

reliabilityTest(
  {
    id: 'API-04',
    stimulus:
      'names of prototypes (__proto__, constructor …) as every path parameter, type, dictionary, format, query parameter and field',
    pass: 'refused or passed over; no prototype changed',
    quick: 2,
    full: PROTOTYPE_NAMES.length,
  },
  async (n) => {
    const { service, admin, ids } = house;
    const { access: token } = admin.tokens;
    const prototypes = [Object.prototype, Array.prototype, Function.prototype, Map.prototype, Promise.prototype];
    const own = () => prototypes.map((one) => Object.getOwnPropertyNames(one).sort());
    const before = own();
    let requests = 0;
    for (const [turn, route] of REPEATABLE_ROUTES.entries()) {
      const path = addressOf(route, ids);
      for (const name of some(PROTOTYPE_NAMES, n, turn)) {
        const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
        const addresses = parameters.map((one) => path.replace(`/${idOf(one, route.path, ids)}`, `/${name}`));
        addresses.push(path.replace(/[^/]+(\/?)$/, `${name}$1`));
        for (const address of addresses) {
          const body = route.method === 'GET' ? {} : { body: '{"version": 1}' };
          expectRefusal(`${route.method} ${address}`, await service.call(route.method, address, { token, ...body }));
        }
        const nested = `{"${name}": {"polluted": 1, "name": "x"}, "version": {"${name}": 1}}`;
        const query = `?${name}=1&${name}[polluted]=1&limit[]=3`;
        const { status } = await service.call(route.method, path + query, {
          token,
          ...(route.method !== 'GET' && { body: nested }),
        });
        expect([route.path, status < 500]).toEqual([route.path, true]);
        requests += addresses.length + 1;
      }
    }
    expect(own()).toEqual(before);
    expectClean();
    return `${requests} requests to ${REPEATABLE_ROUTES.length} operations`;
  },
);

reliabilityTest(
  {
    id: 'API-05',
    stimulus: 'games with the address of every operation: slashes, dots, %XX, NUL, broken UTF-8, capitals, 8 KB',
    pass: 'the specified spelling and its equals work, every other is refused (400, 404, 405), no 5xx',
    quick: 4,
    full: PATH_GAMES.length,
  },
  async (n) => {
    const { server, admin, ids } = house;
    const { access: token } = admin.tokens;
    let requests = 0;
    for (const [turn, route] of REPEATABLE_ROUTES.entries()) {
      const specified = await sendRaw(server.url, route.method, addressOf(route, ids), token);
      const what = `${route.method} ${route.path}`;
      // Without a body, a write is refused by what it wants; the address itself is there.
      expect([what, [404, 405].includes(specified.status), specified.status < 500]).toEqual([what, false, true]);
      for (const { name, change, same } of some(PATH_GAMES, n, turn)) {
        const answer = await sendRaw(server.url, route.method, change(addressOf(route, ids)), token);
        requests += 1;
        if (same) expect([what, name, answer.status]).toEqual([what, name, specified.status]);
        else {
          expect([what, name, answer.status]).toEqual([what, name, expect.toBeOneOf([400, 404, 405])]);
          // The HTTP server itself refuses invalid addresses, without a body.
          if (answer.status !== 400) expectRefusal(`${what} ${name}`, answer);
        }
      }
    }
    expectClean();
    return `${requests} requests to ${REPEATABLE_ROUTES.length} operations`;
  },
);

reliabilityTest(
  {
    id: 'API-06',
    stimulus: 'every method at every address, those it does not have too',
    pass: 'what is not declared answers 405 with Allow, OPTIONS says the same without a session, HEAD is GET without a body',
    quick: 4,
    full: STANDARD_METHODS.length,
  },
  async (n) => {
    const { server, admin, ids } = house;
    const slashless = (path: string) => path.replace(/\/$/, '');
    let requests = 0;
    const addresses = [...new Set(ROUTES.map((route) => addressOf(route, ids)))];
    for (const [turn, path] of addresses.entries()) {
      const there = ROUTES.filter((route) => slashless(addressOf(route, ids)) === slashless(path));
      const declared = new Set<string>(there.map(({ method }) => method));
      if (declared.has('GET')) declared.add('HEAD');
      for (const method of some(STANDARD_METHODS, n, turn)) {
        if (declared.has(method) && method !== 'HEAD') continue;
        const { status, allow, text } = await sendRaw(
          server.url,
          method,
          path,
          method === 'OPTIONS' ? '' : admin.tokens.access,
        );
        requests += 1;
        const what = `${method} ${path}`;
        if (method === 'HEAD' && declared.has('HEAD')) {
          const read = await sendRaw(server.url, 'GET', path, admin.tokens.access);
          expect([what, status, text]).toEqual([what, read.status, '']);
          continue;
        }
        expect([what, status]).toEqual([what, method === 'OPTIONS' ? 204 : 405]);
        expect([what, new Set(allow?.split(', '))]).toEqual([what, declared]);
        if (method !== 'OPTIONS' && method !== 'HEAD') expectRefusal(what, { status, text });
      }
    }
    expectClean();
    return `${requests} requests to ${addresses.length} addresses`;
  },
);

reliabilityTest(
  {
    id: 'API-14',
    stimulus:
      'texts that mean something to databases, shells, terminals, logs and pages: as names, ids, queries, headers, logins',
    pass: 'kept as they are or refused, no foreign row found, no 5xx, every line of the log is one JSON line',
    quick: 3,
    full: INJECTIONS.length,
  },
  async (n) => {
    const { service, admin, ids } = house;
    const { access: token } = admin.tokens;
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // The same store with the log of the product.
    const app = createApp(ROUTES, {
      core: await loadServerCore(),
      db: service.db,
      files: service.files,
      keys: fixedKeys(),
      hashKey: FIXED_HASH_KEY,
    });
    let requests = 0;
    let lines = 0;
    for (const [turn, text] of some(INJECTIONS, n, 0).entries()) {
      const created = await admin.post(paths.createProject, {
        name: text,
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      });
      if (created.status === 201) expect(created.body.name).toBe(text.normalize('NFC').trim());
      else expectRefusal(text, created);
      const encoded = encodeURIComponent(text);
      for (const route of ROUTES.filter(({ method }, at) => method === 'GET' && at % 3 === turn % 3)) {
        for (const name of Object.keys(route.query ?? {})) {
          const path = `${addressOf(route, ids)}?${name}=${encoded}`;
          const answer = await service.call('GET', path, { token });
          expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 400])]);
          if (name === 'project' || name === 'company') expect([path, answer.body.count]).toEqual([path, 0]);
          requests += 1;
        }
        for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) {
          const path = addressOf(route, {
            ...ids,
            [name === 'calculation' ? (route.path.split('/')[2] ?? '') : name]: encoded,
          });
          expect([path, (await service.call('GET', path, { token })).status]).toEqual([path, 404]);
          requests += 1;
        }
      }
      printed.mockClear();
      const headers = { 'Content-Type': 'application/json', 'X-Request-Id': text.replace(/[^\x20-\x7e]/g, '') };
      const body = JSON.stringify({ email: text, password: text, guardant_code: text });
      const refused = await app.request(paths.token, { method: 'POST', headers, body });
      expect([text, refused.status]).toEqual([text, expect.toBeOneOf([400, 401, 429])]);
      for (const [line] of printed.mock.calls) {
        expect(line).not.toMatch(/\p{Cc}/u);
        expect(JSON.parse(line)).toMatchObject({ level: 'security', request_id: expect.stringMatching(/^[\w=-]+$/) });
        lines += 1;
      }
      requests += 2;
    }
    printed.mockRestore();
    expect(lines).toBeGreaterThan(0);
    expectClean();
    return `${requests} requests, ${lines} lines of the log`;
  },
);
