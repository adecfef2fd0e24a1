import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { madeId } from '#functions/http/idempotency.ts';
import { newTable } from '../../../support/datasets.ts';
import { serviceWithMine } from '../../../support/fresh_fixtures.ts';
import { createCalculation, newProject, type Person } from '../../../support/service.ts';

const NEXT = { name: 'Год 2027', start_date: '2027-01-01', end_date: '2027-12-31' };

let person: Person;
let project: string;
let mine: string;

const service = await serviceWithMine((fresh) => {
  ({ person, project, mine } = fresh);
});

const gross = (name: string, ef = 18) =>
  createCalculation(person, 'underground_emission_ch4', {
    name,
    project,
    volume: 1e6,
    ef,
    koef_transform: 0.67,
    object: mine,
  });
const roll = (body: object = NEXT, from = project) => person.post(paths.rollForward(from), body);
const listed = async (id: string) => (await person.get(paths.projectCalculations(id))).body.results;
const names = async (id: string) => (await listed(id)).map(({ name }: { name: string }) => name);
const total = async (id: string) => (await person.get(paths.inventory(id))).body.full;

/** A call that rolls the project forward, with one idempotency key however often it is made. */
function repeatable() {
  const key = randomUUID();
  return () =>
    service.call('POST', paths.rollForward(project), {
      body: NEXT,
      token: person.tokens.access,
      headers: { 'Idempotency-Key': key },
    });
}

describe('a year made after another one', () => {
  it('has every calculation with its inputs, results, object and role, and the same total to the bit', async () => {
    await gross('Добыча');
    await gross('Второй метод', 25);
    await createCalculation(person, 'open_mining_co2', { name: 'Дизель', project, volume: 26, ef: 3.149 });
    const rolled = await roll();
    expect(rolled.status, rolled.text).toBe(201);
    expect(rolled.body).toMatchObject({ ...NEXT, version: 1, is_deleted: false });
    const [before, after] = [await listed(project), await listed(rolled.body.id)];
    const content = (rows: Record<string, unknown>[]) =>
      rows.map(
        ({
          id: _id,
          project: _project,
          origin: _origin,
          created_at: _a,
          updated_at: _b,
          placement_version: _p,
          ...rest
        }) => rest,
      );
    expect(content(after)).toEqual(content(before));
    expect(after.map(({ origin }: { origin: string }) => origin)).toEqual(before.map(({ id }: { id: string }) => id));
    expect(after.map(({ role }: { role?: string }) => role)).toEqual([undefined, 'control', 'main']);
    expect(await total(rolled.body.id)).toEqual(await total(project));
  });

  it('says of each copied figure that nobody has confirmed it, until it is changed', async () => {
    await gross('Добыча');
    const { id } = (await roll()).body;
    const copied = async () =>
      (await person.get(paths.inventory(id))).body.findings.filter(
        ({ rule }: { rule: string }) => rule === 'copied_unconfirmed',
      );
    expect(await copied()).toHaveLength(1);
    const [one] = await listed(id);
    await person.patch(paths.changeCalculation(one.type, one.id), { volume: 2e6 });
    expect(await copied()).toEqual([]);
  });

  it('takes a saved copy as confirmed where no number has changed', async () => {
    await gross('Добыча');
    const { id } = (await roll()).body;
    const [copy] = await listed(id);
    const saved = await person.patch(paths.changeCalculation(copy.type, copy.id), copy);
    expect([saved.body.version, saved.body.volume]).toEqual([2, copy.volume]);
    const again = await person.patch(paths.changeCalculation(copy.type, copy.id), saved.body);
    expect(again.body.version).toBe(2);
  });

  it('has the rows of its tables, independent of the original', async () => {
    const { body } = await person.post(
      paths.calculations('filling_blanks'),
      newTable('filling_blanks', project, { name: 'Ряд' }),
    );
    const { id } = (await roll()).body;
    const [copy] = await listed(id);
    const rows = async (of: string) => (await person.get(paths.calculationRows('filling_blanks', of))).body.results;
    expect(await rows(copy.id)).toEqual(await rows(body.id));
  });

  it('leaves out what is archived', async () => {
    const one = await createCalculation(person, 'open_mining_co2', { name: 'Дизель', project, volume: 26, ef: 3.149 });
    await person.patch(paths.changeCalculation('open_mining_co2', one.id), { is_deleted: true });
    expect(await names((await roll()).body.id)).toEqual([]);
  });

  it('is made once for a repeated request, even if the original has been archived meanwhile', async () => {
    await gross('Добыча');
    const call = repeatable();
    const first = await call();
    await person.patch(paths.changeProject(project), { is_deleted: true });
    const second = await call();
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await names(first.body.id)).toEqual(['Добыча']);
  });

  it('cannot be seen while it is incomplete, and is completed by a repeat', async () => {
    await gross('Добыча');
    await createCalculation(person, 'open_mining_co2', { name: 'Дизель', project, volume: 26, ef: 3.149 });
    const call = repeatable();
    const projects = async () => (await person.get(paths.projects)).body.count;
    const { put } = service.db;
    let puts = 0;
    service.db.put = async (...item) => {
      const isCalculation = String(item[0].sk).startsWith('K#');
      puts += Number(isCalculation);
      if (isCalculation && puts === 2) throw new Error('the power is off');
      return put.apply(service.db, item);
    };
    expect((await call()).status).toBe(500);
    service.db.put = put;
    expect(await projects()).toBe(1);
    const { body } = await call();
    expect(await names(body.id)).toEqual(['Дизель', 'Добыча']);
    expect(await projects()).toBe(2);
  });

  it.each([
    ['no name', { ...NEXT, name: ' ' }, 400],
    ['an end before its start', { ...NEXT, end_date: '2026-01-01' }, 400],
    ['a foreign company', { ...NEXT, company: randomUUID() }, 400],
  ])('is refused with %s', async (_, body, status) => {
    expect((await roll(body)).status).toBe(status);
    expect((await person.get(paths.projects)).body.count).toBe(1);
  });

  it('is refused after an archived project, one of another company and none', async () => {
    const archived = await newProject(person);
    await person.patch(paths.changeProject(archived), { is_deleted: true });
    const foreign = await newProject(await service.createUser());
    const statuses = [];
    for (const from of [archived, foreign, randomUUID()]) statuses.push((await roll(NEXT, from)).status);
    expect(statuses).toEqual([409, 404, 404]);
  });
});

describe('ids of what one request makes', () => {
  const write = { id: '01932f7a-1c00-7abc-8def-0123456789ab', isKeyed: true };

  it('sort in the order of their making and are the same for a repeat', () => {
    const ids = [0, 1, 255, 4095].map((index) => madeId(write, index));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(4);
    expect(madeId(write, 1)).toBe(ids[1]);
    for (const id of ids) expect(id).toMatch(/^01932f7a-1c00-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  });
});
