import { afterAll, beforeAll, expect } from 'vitest';
import { CALCULATION_TYPES, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { newTable } from '../support/datasets.ts';
import { addressOf } from '../support/reliability/input/addresses.ts';
import { type House, openHouse } from '../support/reliability/input/fixture.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { newProject } from '../support/service.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
  const { admin, ids } = house;
  // Three of each, so that a page has neighbours.
  for (const _ of [1, 2]) {
    await newProject(admin);
    for (const type of FIELDS_TYPES) {
      const body = { name: 'Ещё', project: ids.project, ...CASES[type]?.[0]?.inputs };
      await admin.post(paths.calculations(type), body);
    }
    for (const type of TABLE_TYPES) await admin.post(paths.calculations(type), newTable(type, ids.project ?? ''));
  }
});
afterAll(() => house.close());

/** Lists by pages: those that take a limit and an offset. */
const LISTS = ROUTES.filter(({ query }) => query && 'limit' in query && 'offset' in query);
/** Lists that a company's rows fill whole; rows of a table have their own page size and no neighbours. */
const PAGED = LISTS.filter(({ path }) => !path.endsWith('/rows'));
/** Lists of records with an archive; the list of all calculations of a project shows those of other lists. */
const ARCHIVED = LISTS.filter(({ query, path }) => query && 'is_deleted' in query && !path.includes('{'));

/** What a query says of a page, and the number that it means: undefined falls back to the default. */
const NUMBERS: readonly (readonly [query: string, number: number | undefined])[] = [
  ['', undefined],
  ['=', undefined],
  ['=0', undefined],
  ['=-1', undefined],
  ['=1', 1],
  ['=2', 2],
  ['=10', 10],
  ['=1000', 1000],
  ['=1000000000', 1e9],
  ['=1e3', undefined],
  ['=abc', undefined],
  ['=9223372036854775808', Number.MAX_SAFE_INTEGER],
];
const PAIRS = NUMBERS.flatMap((limit) => NUMBERS.map((offset) => [limit, offset] as const));

reliabilityTest(
  {
    id: 'API-07',
    stimulus: 'every pair of limit and offset, wrong, negative, huge and missing ones, at every list',
    pass: 'the page of the numbers that make sense, defaults for others, at most 100 rows; the true count; addresses of the neighbours',
    quick: 24,
    full: PAIRS.length,
  },
  async (n) => {
    const { service, admin, ids } = house;
    const { access: token } = admin.tokens;
    let requests = 0;
    for (const [turn, route] of PAGED.entries()) {
      const address = `${addressOf(route, ids)}?project=${ids.project}`;
      const whole = (await service.call('GET', `${address}&limit=100`, { token })).body;
      expect([address, whole.results.length]).toEqual([address, whole.count]);
      for (let at = 0; at < n; at++) {
        const [limit, offset] = PAIRS[(at * Math.floor(PAIRS.length / n) + turn) % PAIRS.length] ?? [
          ['', 0],
          ['', 0],
        ];
        const path = `${address}&limit${limit[0]}&offset${offset[0]}`;
        const { status, body } = await service.call('GET', path, { token });
        requests += 1;
        const [size, start] = [Math.min(limit[1] ?? DEFAULT_LIMIT, MAX_LIMIT), offset[1] ?? 0];
        const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
        expect([path, status, body.count]).toEqual([path, 200, whole.count]);
        expect([path, ids(body.results)]).toEqual([path, ids(whole.results).slice(start, start + size)]);
        const asks = (next: string | null) => next && Object.fromEntries(new URL(next, 'http://x').searchParams);
        const next = start + size < whole.count ? { limit: `${size}`, offset: `${start + size}` } : null;
        const previous = start > 0 ? { limit: `${size}`, offset: `${Math.max(0, start - size)}` } : null;
        expect([path, asks(body.next), asks(body.previous)]).toEqual([
          path,
          next && expect.objectContaining(next),
          previous && expect.objectContaining(previous),
        ]);
      }
      // Of a parameter that stands twice the first counts.
      const twice = await service.call('GET', `${address}&limit=1&limit=3`, { token });
      expect(twice.body.results.length).toBe(Math.min(1, whole.count));
    }
    return `${requests} pages of ${PAGED.length} lists`;
  },
);

const FLAGS: readonly (readonly [query: string, isArchive: boolean])[] = [
  ['is_active=true&is_deleted=true', true],
  ['is_deleted=true', true],
  ['is_deleted=TRUE', true],
  ['is_active=false', true],
  ['is_active=true&is_deleted=false', false],
  ['is_deleted=False', false],
  ['is_deleted=', false],
  ['', false],
];

reliabilityTest(
  {
    id: 'API-08',
    stimulus: 'an object of every list goes into the archive; both lists are asked for in every spelling of the flags',
    pass: 'it stands in the archive and nowhere else; «false» is not true; another text is refused',
    quick: 2,
    full: FLAGS.length,
  },
  async (n) => {
    const { service, admin, ids } = house;
    const { access: token } = admin.tokens;
    let requests = 0;
    for (const [turn, route] of ARCHIVED.entries()) {
      const address = `${addressOf(route, ids)}?project=${ids.project}`;
      const [{ id }] = (await service.call('GET', address, { token })).body.results;
      const one = `${addressOf(route, ids)}${id}/`;
      expect((await admin.patch(one, { is_deleted: true, is_active: false })).status).toBe(200);
      for (let at = 0; at < n; at++) {
        const [query, isArchive] = FLAGS[(at * Math.floor(FLAGS.length / n) + turn) % FLAGS.length] ?? ['', false];
        const { body } = await service.call('GET', `${address}&${query}`, { token });
        const found = body.results.some((row: { id: string }) => row.id === id);
        expect([address, query, found]).toEqual([address, query, isArchive]);
        requests += 1;
      }
      for (const flag of ['is_deleted', 'is_active']) {
        for (const wrong of ['maybe', '1', 'null']) {
          expect((await service.call('GET', `${address}&${flag}=${wrong}`, { token })).status).toBe(400);
        }
      }
      expect((await admin.patch(one, { is_deleted: false, is_active: true })).status).toBe(200);
    }
    // Projects, objects, and the calculations of each type.
    expect(ARCHIVED.length).toBe(2 + CALCULATION_TYPES.length);
    return `${requests} requests to ${ARCHIVED.length} lists`;
  },
);
