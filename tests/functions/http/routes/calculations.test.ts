import { afterAll, describe, expect, it } from 'vitest';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { loadServerCore } from '#functions/core.ts';
import { activeCalculations, newProject, openService } from '../../../support/service.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const person = await service.createUser();
const project = await newProject(person);
afterAll(() => service.close());

const list = (type: string, query?: string) => activeCalculations(person, project, type, query);
const ventilation = {
  name: 'Вентиляция',
  volume: 7_884_000,
  p_co2: '1.839300',
  p_ch4: '0.668000',
  ef_co2: 0,
  ef_ch4: 0.3,
};

describe.each(FIELDS_TYPES)('%s', (type) => {
  it.each((CASES[type] ?? []).map((one) => [one.title, one] as const))('%s', async (_, { inputs, results }) => {
    const { status, body } = await person.post(paths.calculations(type), { name: 'Случай', project, ...inputs });
    expect(status).toBe(201);
    expect(body).toMatchObject(results);
  });

  it('has a case table', () => {
    expect(CASES[type]?.length).toBeGreaterThan(0);
  });

  it('is listed newest first and read in the same way by single_calc 1, 2 and 3', async () => {
    const inputs = CASES[type]?.[0]?.inputs;
    const first = await person.post(paths.calculations(type), { name: 'Первый', project, ...inputs });
    const second = await person.post(paths.calculations(type), { name: 'Второй', project, ...inputs });
    const { body } = await list(type, '&limit=2');
    expect(body.results).toEqual([second.body, first.body]);
    for (const slot of [1, 2, 3]) {
      const one = await person.get(`/api/v1/${type}/${first.body.id}/single_calc/${slot}/`);
      expect(one.body).toEqual(first.body);
    }
    expect((await person.get(`/api/v1/${type}/${first.body.id}/single_calc/4/`)).status).toBe(404);
  });

  it('uses results of the core, never of the client', async () => {
    const inputs = CASES[type]?.[0]?.inputs;
    const forged = Object.fromEntries(Object.keys(definitionOf(type).results).map((name) => [name, 1e6 + 0.5]));
    const honest = await person.post(paths.calculations(type), { name: 'Честный', project, ...inputs });
    const { body } = await person.post(paths.calculations(type), { ...forged, name: 'Подложный', project, ...inputs });
    for (const name of Object.keys(forged)) expect(body[name]).toEqual(honest.body[name]);
  });
});

describe('a calculation', () => {
  it('has coefficients as six-decimal strings, other numbers as numbers, and the hash of its core', async () => {
    const { body } = await person.post(paths.calculations('underground'), { ...ventilation, project });
    expect(body).toMatchObject({ volume: 7_884_000, p_co2: '1.839300', ef_ch4: '0.300000', res_ch4: 15_799.536 });
    expect(body.core_sha256).toBe((await loadServerCore()).sha256);
  });

  it('stores the dictionary rows of its coefficients, none for typed numbers', async () => {
    const { body } = await person.post(paths.calculations('underground'), { ...ventilation, project });
    expect(body.provenance).toHaveLength(1);
    expect(body.provenance[0]).toMatchObject({
      dictionary: 'get_underground',
      presets: ['p_co2', 'p_ch4'],
      mark: 'norm',
      source: { table: expect.stringContaining('1.2') },
    });
    const actual = { name: 'Замер', project, volume: 10, ef: '1.200000', koef_transform: '0.670000' };
    const matched = await person.post(paths.calculations('open_mining_ch4'), actual);
    expect(matched.body.provenance).toHaveLength(1);
    const typed = await person.post(paths.calculations('open_mining_ch4'), {
      ...actual,
      actual: ['get_open_mining_ch4'],
    });
    expect(typed.body.actual).toEqual(['get_open_mining_ch4']);
    expect(typed.body.provenance).toEqual([expect.objectContaining({ presets: ['koef_transform'] })]);
  });

  it('accepts numbers in Russian notation', async () => {
    const numbers = { volume: '1\u00a0234\u202f567,5', ef: ' 3,149 ' };
    const { body } = await person.post(paths.calculations('open_mining_co2'), { name: 'Дизель', project, ...numbers });
    expect(body).toMatchObject({ volume: 1_234_567.5, ef: '3.149000', res_co2: 1_234_567.5 * 3.149 });
  });

  it('is recomputed by a whole change with a new version, and 409 for an old version', async () => {
    const created = await person.post(paths.calculations('underground'), { ...ventilation, project });
    const path = paths.changeCalculation('underground', created.body.id);
    const changed = await person.patch(path, { ...created.body, volume: '1000', res_ch4: 5 });
    expect(changed.body).toMatchObject({ version: 2, volume: 1000, res_ch4: 2.004 });
    const late = await person.patch(path, { ...created.body, name: 'Поздно' });
    expect(late.status).toBe(409);
    expect(late.body.current).toEqual(changed.body);
  });

  it('gets no new version from a change without a difference', async () => {
    const { body: created } = await person.post(paths.calculations('underground'), { ...ventilation, project });
    const path = paths.changeCalculation('underground', created.id);
    service.clock = new Date(service.clock.getTime() + 1000);
    for (const body of [{}, created, { volume: '7 884 000' }])
      expect((await person.patch(path, body)).body).toEqual(created);
  });

  it('cannot be changed in an archived project until it is restored', async () => {
    const archived = await newProject(person, { name: 'В архив' });
    const body = { ...ventilation, project: archived };
    const created = (await person.post(paths.calculations('underground'), body)).body;
    const path = paths.changeCalculation('underground', created.id);
    const changed = (await person.patch(path, { volume: 5 })).body;
    await person.patch(paths.changeProject(archived), { is_deleted: true });
    const refusals = [
      await person.patch(path, { name: 'Правка' }),
      await person.patch(path, { is_deleted: true }),
      await person.post(`/api/v1/underground/${created.id}/history/1/restore/`, { version: 2 }),
      await person.post(paths.calculations('underground'), body),
    ];
    for (const { status, body: answer } of refusals) {
      expect([status, answer.code]).toEqual([409, 'archived']);
      expect(answer.detail).toMatch(/Проект в архиве.*восстановите/);
    }
    expect((await person.get(paths.calculation('underground', created.id))).body).toEqual(changed);
    await person.patch(paths.changeProject(archived), { is_deleted: false });
    expect((await person.patch(path, { name: 'Правка' })).body.name).toBe('Правка');
  });

  it('keeps its results through archiving and restoring', async () => {
    const created = await person.post(paths.calculations('torch_ch4'), {
      name: 'Факел',
      project,
      volume: 1000,
      koef_transform: 0.67,
    });
    const path = paths.changeCalculation('torch_ch4', created.body.id);
    const before = (await list('torch_ch4')).body.count;
    const archived = await person.patch(path, { ...created.body, is_deleted: true, is_active: false });
    expect(archived.status).toBe(200);
    expect((await list('torch_ch4')).body.count).toBe(before - 1);
    const archive = await person.get(
      `${paths.calculations('torch_ch4')}?project=${project}&is_active=true&is_deleted=true&limit=10&offset=0`,
    );
    expect(archive.body.results).toEqual([archived.body]);
    const restored = await person.patch(path, { ...archived.body, is_deleted: false, is_active: true });
    expect(restored.body).toMatchObject({ res_ch4: created.body.res_ch4, is_active: true, version: 3 });
  });

  it('of an older core keeps its results through archiving, and is recomputed by an edit', async () => {
    const inputs = { name: 'Старый', project, volume: 1000, koef_transform: 0.67 };
    const created = await person.post(paths.calculations('torch_ch4'), inputs);
    const key = { pk: person.tenant.partition, sk: `K#torch_ch4#${created.body.id}` };
    const results = { ...((await service.db.get(key))?.results as object), res_ch4: 13.39 };
    await service.db.update(key, { set: { core_sha256: 'older', results } });
    const path = paths.changeCalculation('torch_ch4', created.body.id);
    const reported = { core_sha256: 'older', res_ch4: 13.39 };
    const archived = await person.patch(path, { ...created.body, is_deleted: true, is_active: false });
    expect(archived.body).toMatchObject(reported);
    const restored = await person.patch(path, { ...archived.body, is_deleted: false, is_active: true });
    expect(restored.body).toMatchObject(reported);
    const edited = await person.patch(path, { ...restored.body, name: 'Пересчитан' });
    expect(edited.body).toMatchObject({ core_sha256: created.body.core_sha256, res_ch4: 13.4 });
  });

  it('of a technology cannot be edited, only archived', async () => {
    const body = { name: 'Технология', project, metan: 40, a_metan: 12 };
    const created = await person.post(paths.calculations('recycle_technology'), body);
    const path = paths.changeCalculation('recycle_technology', created.body.id);
    expect((await person.patch(path, { ...created.body, metan: 50 })).status).toBe(400);
    expect((await person.patch(path, { ...created.body, is_deleted: true, is_active: false })).status).toBe(200);
  });

  it('cannot be added to an archived project', async () => {
    const archived = await newProject(person);
    await person.patch(paths.changeProject(archived), { is_deleted: true, is_active: false });
    const answer = await person.post(paths.calculations('underground'), { ...ventilation, project: archived });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/восстановите/);
  });

  it('is refused with every fault by field, and nothing is stored', async () => {
    const before = (await list('underground')).body.count;
    const { status, body } = await person.post(paths.calculations('underground'), {
      name: '',
      project,
      volume: '1,2,3',
      p_co2: null,
      p_ch4: '0.6680001',
      ef_co2: 101,
      ef_ch4: [1],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'volume',
      'p_co2',
      'p_ch4',
      'ef_co2',
      'ef_ch4',
    ]);
    expect(body.errors[1]).toMatchObject({
      value: '1,2,3',
      message: expect.stringContaining('больше одного разделителя'),
    });
    expect((await list('underground')).body.count).toBe(before);
  });

  it('requires all its inputs', async () => {
    for (const type of FIELDS_TYPES) {
      const { body } = await person.post(paths.calculations(type), { name: 'Пустой', project });
      const asked = numberInputs(definitionOf(type)).flatMap(([name, { fixed }]) => (fixed ? [] : [name]));
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(asked);
    }
  });
});

describe('dictionaries', () => {
  it('return all rows at once in the form of a list', async () => {
    const { body } = await person.get(paths.dictionary('get_open_mining_co2'));
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results[0]).toMatchObject({ id: 1, ef: '3.149000' });
  });
});
