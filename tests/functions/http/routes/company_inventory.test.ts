import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { newProject, openService, type Person, type Service } from '../../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const YEARS = [2021, 2022, 2023, 2024, 2025];
const MINES = ['Восточная', 'Северная', 'Южная'];

/** Coal and factor of a mine in a year: every one moves its own way, one opens late, one changes its method. */
const coalOf = (mine: number, year: number) =>
  mine === 2 && year < 2023 ? 0 : 1_000_000 + 137_000.7 * mine + 71_000.3 * (year - 2021);
const factorOf = (mine: number, year: number) => 12 + 3 * mine + 0.25 * (year - 2021);
const isMeasured = (mine: number, year: number) => mine === 1 && year >= 2024;

type Entry = readonly [type: string, year: number, mine: number, fields: object];

/** Every calculation of three mines over five years. */
const ENTRIES: readonly Entry[] = YEARS.flatMap((year) =>
  MINES.flatMap((_, mine): Entry[] => {
    const [volume, ef] = [coalOf(mine, year), factorOf(mine, year)];
    if (volume === 0) return [];
    const mixture = { p_co2: 1.8393, p_ch4: 0.668, ef_co2: 0.1, ef_ch4: 0.5, part: 'ventilation', role: 'main' };
    return [
      ['underground_emission_ch4', year, mine, { volume, ef, koef_transform: 0.67 }],
      ['handling_underground_ch4', year, mine, { volume, ef: 2.5, koef_transform: 0.67 }],
      ['disposal_co2_torch', year, mine, { volume: 900 + 100 * mine, ef: 2.75, koef_transform: 0.67 }],
      ...(isMeasured(mine, year) ? [['underground', year, mine, { volume: 3e6, ...mixture }] as const] : []),
    ];
  }),
);

/** Enters everything in an order of its own, and answers the table without what depends on who entered it when. */
async function enter(person: Person, entries: readonly Entry[]) {
  const projects = new Map<number, string>();
  const mines = new Map<number, string>();
  for (const [type, year, mine, fields] of entries) {
    const period = { start_date: `${year}-01-01`, end_date: `${year}-12-31` };
    const project = projects.get(year) ?? (await newProject(person, { name: `Отчёт ${year}`, ...period }));
    projects.set(year, project);
    const made = { name: MINES[mine], kind: 'underground_mine', ownership_percent: 50 + 10 * mine };
    const object = mines.get(mine) ?? (await person.post(paths.objects, made)).body.id;
    mines.set(mine, object);
    const { status, body } = await person.post(paths.calculations(type), { name: type, project, object, ...fields });
    expect([status, body.errors]).toEqual([201, undefined]);
  }
  return (await person.get(paths.companyInventory)).body;
}

/** A table without the ids, which tell the order in which things were made. */
const plain = (table: object) => JSON.parse(JSON.stringify(table).replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"'));

it('gives the same table for three mines over five years, whatever the order in which they are entered', async () => {
  const first = await enter(await service.createUser(), ENTRIES);
  const { objects, years } = first;
  expect(objects.map(({ name }: { name: string }) => name)).toEqual(MINES);
  expect(years.map(({ year }: { year: number }) => year)).toEqual(YEARS);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...ENTRIES], { minLength: ENTRIES.length }), async (shuffled) => {
      expect(plain(await enter(await service.createUser(), shuffled))).toEqual(plain(first));
    }),
    { numRuns: 4 },
  );
}, 120_000);

it('explains the change of each year by parts that add up to 1e-9', async () => {
  const { years, changes, since_base } = await enter(await service.createUser(), ENTRIES);
  expect([changes.length, since_base.length]).toEqual([4, 4]);
  const totals = new Map<number, number>(years.map(({ year, full }: Row) => [year, full.co2e_t]));
  for (const { from, to, difference_t, parts } of [...changes, ...since_base]) {
    const sum = Object.values<number>(parts).reduce((one, other) => one + other, 0);
    const difference = (totals.get(to) ?? 0) - (totals.get(from) ?? 0);
    expect(Math.abs(sum - difference)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(difference)));
    expect(Math.abs(difference_t - difference)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(difference)));
  }
  // A mine opens in 2023, which is structure; in 2024 another is measured for the first time, which is method.
  const part = (to: number) => changes.find((change: { to: number }) => change.to === to).parts;
  expect([part(2022).method, part(2023).method, part(2025).method]).toEqual([0, 0, 0]);
  expect(part(2024).method).not.toBe(0);
  expect(part(2023).structure).toBeGreaterThan(100_000);
});

it('weighs each object by the share that the company owns', async () => {
  const { objects, years } = await enter(await service.createUser(), ENTRIES);
  const owned = objects.map(({ ownership_percent, years: own }: Owned) => ({ ownership_percent, row: own.at(-1) }));
  const expected = owned.reduce(
    (sum: number, { ownership_percent, row }: Share) => sum + (row.full.co2e_t * ownership_percent) / 100,
    0,
  );
  expect(Math.abs(years.at(-1).owned_co2e_t - expected)).toBeLessThanOrEqual(1e-9 * expected);
});

it('keeps the parts of one factor apart: only coal moves, so only activity does', async () => {
  const person = await service.createUser();
  const only = [2024, 2025].map(
    (year): Entry => [
      'underground_emission_ch4',
      year,
      0,
      { volume: 1e6 * (year - 2023), ef: 18, koef_transform: 0.67 },
    ],
  );
  const { changes } = await enter(person, only);
  expect(changes[0].difference_t).toBe(301_500);
  expect(changes[0].difference_percent).toBe(100);
  expect(changes[0].parts).toMatchObject({ structure: 0, method: 0, other: 0 });
  expect(Math.abs(changes[0].parts.activity - 301_500)).toBeLessThan(1e-6);
});

it('counts in the potential that is asked for, and refuses an unknown one', async () => {
  const person = await service.createUser();
  await enter(person, ENTRIES.slice(0, 1));
  const [legal, other] = [
    await person.get(paths.companyInventory),
    await person.get(`${paths.companyInventory}?gwp_set=ar5`),
  ];
  expect(other.body.years[0].full.co2e_t / legal.body.years[0].full.co2e_t).toBeCloseTo(28 / 25, 12);
  expect((await person.get(`${paths.companyInventory}?gwp_set=ar9`)).status).toBe(400);
});

interface Row {
  readonly year: number;
  readonly full: { readonly co2e_t: number };
}

interface Owned {
  readonly ownership_percent: number;
  readonly years: readonly Row[];
}

interface Share {
  readonly ownership_percent: number;
  readonly row: Row;
}
