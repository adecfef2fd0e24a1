import { createHash } from 'node:crypto';
import { read as readWorkbook, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { InventoryUncertainty, TotalUncertainty } from '#core/contract/uncertainty_schema.ts';
import { assessUncertainty } from '#core/uncertainty/assess.ts';
import { constantsOf } from '#core/uncertainty/constants_of.ts';
import { readPlan } from '#core/uncertainty/read_plan.ts';
import { loadServerCore } from '#functions/core.ts';
import { serviceWithMine } from '../../../support/fresh_fixtures.ts';
import { newProject, type Person } from '../../../support/service.ts';

let person: Person;
let project: string;
let mine: string;

const service = await serviceWithMine((fresh) => {
  ({ person, project, mine } = fresh);
});

async function calculation(type: string, fields: object, home = project) {
  const { status, body } = await person.post(paths.calculations(type), { name: type, project: home, ...fields });
  expect([type, status, body.errors]).toEqual([type, 201, undefined]);
  return body;
}

const COAL = { volume: 1e6, koef_transform: 0.67 };
const gross = (more: object = {}, home = project) =>
  calculation('underground_emission_ch4', { ...COAL, ef: 18, ...more }, home);
const inventory = async (of = project) => (await person.get(paths.inventory(of))).body;
const uncertainty = async (of = project): Promise<InventoryUncertainty> => {
  const { status, body } = await person.get(paths.inventoryUncertainty(of));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
};
const ofCalculation = async (type: string, id: string) =>
  (await person.get(paths.calculationUncertainty(type, id))).body as TotalUncertainty;

const near = (value: number, expected: number, relative = 1e-9) =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(relative * Math.max(1, Math.abs(expected)));

/** A mine of 1 Mt whose drained methane burns in a flare and in engines, is vented, and stands beside a measured control. */
async function wholeMine(main?: 'main') {
  await gross({ object: mine });
  await calculation('handling_underground_ch4', { ...COAL, ef: 2.5, object: mine });
  await calculation('disposal_co2_torch', { volume: 3000, ef: 2.75, koef_transform: 0.67, object: mine });
  await calculation('torch_ch4', { volume: 3000, koef_transform: 0.67, object: mine });
  await calculation('disposal_co2_stat_sources', {
    volume: 1.5,
    ef: 55.1,
    of: 1,
    k: 33.4,
    object: mine,
    part: 'engines',
  });
  const mixture = { volume: 500, p_co2: 1.8393, p_ch4: 0.67, ef_co2: 0, ef_ch4: 100 };
  await calculation('underground', { ...mixture, object: mine, part: 'drainage_vented' });
  await calculation('underground', {
    ...{ volume: 2_600_000, p_co2: 1.8393, p_ch4: 0.668, ef_co2: 0.1, ef_ch4: 0.5 },
    ...{ object: mine, part: 'ventilation', ...(main && { role: main }) },
  });
  await calculation('open_mining_co2', { volume: 100, ef: 3.149 });
}

describe('the uncertainty of an inventory', () => {
  it.each([['by factor'], ['measured']] as const)('has the total of the methane balance, %s', async (way) => {
    await wholeMine(way === 'measured' ? 'main' : undefined);
    const [shown, sure] = [await inventory(), await uncertainty()];
    expect(shown.objects[0].balance.way).toBe(way === 'measured' ? 'measured' : 'factor');
    near(sure.full.total, shown.full.co2e_t);
    near(sure.mandatory.total, shown.mandatory.co2e_t);
    near(sure.approach_1.total, shown.full.co2e_t);
    expect(sure.full.range?.low).toBeLessThan(sure.full.total);
    expect(sure.full.range?.high).toBeGreaterThan(sure.full.total);
  });

  it('counts at another potential what the inventory counts', async () => {
    await wholeMine();
    await gross();
    await person.patch(paths.inventory(project), { gwp_set: 'ar5' });
    const [shown, sure] = [await inventory(), await uncertainty()];
    near(sure.full.total, shown.full.co2e_t);
    near(sure.mandatory.total, shown.mandatory.co2e_t);
  });

  it('is as wide as its factor of 2: from half to double, with the factor’s source', async () => {
    await gross({ object: mine });
    const { full, approach_1 } = await uncertainty();
    near(full.total, 301_500);
    near(full.range?.low_percent ?? 0, -50, 0.02);
    near(full.range?.high_percent ?? 0, 100, 0.02);
    expect(full.quantities[0]).toMatchObject({
      id: 'dictionary/get_underground_emission_ch4/2/ef',
      mark: 'remembered',
    });
    expect(full.quantities[0]?.share).toBeGreaterThan(0.99);
    expect(full.quantities.map(({ id }) => id)).not.toContain('constant/GWP_CH4');
    expect(approach_1.beyond).toEqual(['Шахта: Выделение метана по коэффициенту']);
  });

  it('counts a control neither in the total nor in the range', async () => {
    await gross({ object: mine });
    const before = await uncertainty();
    await gross({ object: mine, ef: 25 });
    expect((await uncertainty()).full).toEqual(before.full);
  });

  it('without any stated uncertainty is not ± 0 but «неопределённость не задана»', async () => {
    const none = { law: 'none', reason: 'для проверки' };
    await gross({ uncertainty: { volume: none, ef: none } });
    const { full, trend } = await uncertainty();
    expect(full).toMatchObject({ total: 301_500, range: null, sd: null, note: 'неопределённость не задана' });
    expect(trend).toBeNull();
  });

  it('of an empty project is 0 without a range', async () => {
    expect((await uncertainty()).full).toMatchObject({ total: 0, range: null, certain: [] });
  });

  it('is the same to the bit when read again, and follows the project’s id, not a request', async () => {
    await wholeMine();
    const first = await uncertainty();
    expect(await uncertainty()).toEqual(first);
    expect(first.seed).toBe(String(BigInt(`0x${project.replaceAll('-', '').slice(-16)}`)));
    const { body } = await person.get(`${paths.inventoryUncertainty(project)}?seed=7&n=1`);
    expect(body).toEqual(first);
    expect(first.full.totals_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('narrows the trend where both years share the factor', async () => {
    const earlier = await newProject(person, { name: '2025', start_date: '2025-01-01', end_date: '2025-12-31' });
    const exact = { volume: { law: 'none', reason: 'по весам' } };
    await gross({ object: mine, volume: 2e6, uncertainty: exact }, earlier);
    await gross({ object: mine, uncertainty: exact });
    const { trend, approach_1 } = await uncertainty();
    expect(trend).toMatchObject({ base_year: 2025, base: 603_000, change: -50 });
    near(trend?.low ?? 0, -50);
    near(trend?.high ?? 0, -50);
    expect(approach_1.table).toHaveLength(1);
    expect(approach_1.table[0]).toMatchObject({
      base: 603_000,
      current: 301_500,
      u_activity: 0,
      factor_correlated: true,
    });
    near(approach_1.trend ?? 0, -50);
  });

  it('names the key categories by both approaches', async () => {
    await wholeMine();
    const { key_categories, approach_1 } = await uncertainty();
    expect(key_categories.level[0]).toMatchObject({ name: 'Шахта: Выделение метана по коэффициенту', is_key: true });
    expect(key_categories.level_uncertainty).toHaveLength(approach_1.table.length);
    expect(key_categories.trend).toEqual([]);
  });
});

describe('a person overrules an uncertainty', () => {
  const METERED = { law: 'symmetric', percent: 1, reason: 'Весы поверены, протокол 17' };

  it('with a reason, and it is stored with the calculation, copied with it and kept by other changes', async () => {
    const made = await gross({ uncertainty: { volume: METERED } });
    expect(made.uncertainty).toEqual({ volume: METERED });
    const path = paths.changeCalculation('underground_emission_ch4', made.id);
    const { body } = await person.patch(path, { name: 'Другое имя', version: made.version });
    expect(body.uncertainty).toEqual({ volume: METERED });
    const copy = await person.post(paths.copyCalculation('underground_emission_ch4', made.id), { project });
    expect(copy.body.uncertainty).toEqual({ volume: METERED });
    const { quantities } = await ofCalculation('underground_emission_ch4', made.id);
    expect(quantities.find(({ input }) => input === 'volume')).toMatchObject({
      ...{ law: { law: 'symmetric', percent: 1 }, source: METERED.reason, mark: null },
    });
    const cleared = await person.patch(path, { uncertainty: null });
    expect(cleared.body).not.toHaveProperty('uncertainty');
  });

  it('and the range narrows to the measured factor', async () => {
    const { id } = await gross();
    const wide = await ofCalculation('underground_emission_ch4', id);
    const ef = { law: 'symmetric', percent: 10, reason: 'Замеры по пластам за год' };
    await person.patch(paths.changeCalculation('underground_emission_ch4', id), { uncertainty: { ef } });
    const narrow = await ofCalculation('underground_emission_ch4', id);
    near(narrow.range?.high_percent ?? 0, 10, 0.3);
    expect(wide.range?.high_percent).toBeGreaterThan(95);
  });

  it.each([
    [{ volume: { law: 'symmetric', percent: 300, reason: 'р' } }, 'uncertainty.volume.percent', '± 300 % больше'],
    [{ volume: { law: 'factor', factor: 0.5, reason: 'р' } }, 'uncertainty.volume.factor', 'Множитель 0,5 меньше 1'],
    [
      { volume: { law: 'triangular', min: 3, mode: 2, max: 4, reason: 'р' } },
      'uncertainty.volume.mode',
      'Мода 2 меньше',
    ],
    [{ volume: { law: 'uniform', min: 3, max: 4, reason: 'р' } }, 'uncertainty.volume', 'вне границ закона'],
    [{ volume: { law: 'symmetric', percent: 3 } }, 'uncertainty.volume.reason', 'почему неопределённость такая'],
    [{ volume: { law: 'beta', reason: 'р' } }, 'uncertainty.volume.law', 'Закона «beta» нет'],
    [{ volume: { law: 'fixed', reason: 'р' } }, 'uncertainty.volume.law', 'закон «none»'],
    [{ volume: { law: 'none', reason: 'р', group: 7 } }, 'uncertainty.volume.group', 'Название общей ошибки'],
    [{ koef_transform: { law: 'none', reason: 'р' } }, 'uncertainty.koef_transform', 'Такого поля нет'],
    [{ volume: 7 }, 'uncertainty.volume', 'Неопределённость — объект'],
    [[], 'uncertainty', 'Укажите объект'],
  ])('refuses %j by its field in Russian and stores nothing', async (sent, field, message) => {
    const path = paths.calculations('underground_emission_ch4');
    const { status, body } = await person.post(path, { name: 'р', project, ...COAL, ef: 18, uncertainty: sent });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field, message: expect.stringContaining(message) }]);
    expect((await person.get(`${path}?project=${project}`)).body.count).toBe(0);
  });

  it('moves calculations that share one sensor together, and refuses two laws of that sensor when read', async () => {
    const flow = (percent: number) => ({
      ef: { law: 'symmetric', percent, reason: 'Один датчик на обе лавы', group: 'датчик 4' },
      volume: { law: 'none', reason: 'весы' },
    });
    await gross({ uncertainty: flow(10) });
    const second = await gross({ ef: 9, uncertainty: flow(10) });
    const { full } = await uncertainty();
    expect(full.quantities.map(({ id }) => id)).toEqual(['group/датчик 4']);
    near(full.range?.high_percent ?? 0, 10, 0.03);
    const path = paths.changeCalculation('underground_emission_ch4', second.id);
    await person.patch(path, { uncertainty: flow(20) });
    const { status, body } = await person.get(paths.inventoryUncertainty(project));
    expect(status).toBe(409);
    expect(body.errors).toEqual([
      { field: 'inputs.group/датчик 4', message: expect.stringContaining('общей величиной') },
    ]);
  });
});

it('the plan of an inventory, recomputed by the command’s reader, has the SHA-256 that the answer states', async () => {
  await wholeMine();
  const { full } = await uncertainty();
  const { body } = await person.get(paths.uncertaintyPlan(project));
  const core = await loadServerCore();
  const { totalsSha256, percentiles } = await assessUncertainty(
    core,
    readPlan(body, new Set(constantsOf(core).keys())),
    {
      digest: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    },
  );
  expect(totalsSha256).toBe(full.totals_sha256);
  expect([percentiles.p2_5.value, percentiles.p97_5.value]).toEqual([full.range?.low, full.range?.high]);
});

it('table 3.2 is a sheet of a workbook, with the figures of the answer, ranges, quantities and key categories', async () => {
  await wholeMine();
  const { approach_1, full } = await uncertainty();
  const response = await service.fetch('GET', paths.uncertaintyTable(project), { token: person.tokens.access });
  expect(response.headers.get('Content-Disposition')).toContain('.xlsx');
  const { Sheets, SheetNames } = readWorkbook(new Uint8Array(await response.arrayBuffer()));
  expect(SheetNames).toEqual(['Таблица 3.2', 'Способ 2', 'Величины', 'Ключевые категории']);
  const rows = (name: string): unknown[][] => utils.sheet_to_json(Sheets[name] ?? {}, { header: 1 });
  const [first] = approach_1.table;
  const [, firstRow = []] = rows('Таблица 3.2');
  const figures = [first?.base, first?.current, first?.u_activity, first?.u_factor, first?.u_combined];
  expect(firstRow.slice(2, 7)).toEqual(figures);
  expect(rows('Таблица 3.2').find(([name]) => name === 'Всего')?.[3]).toBe(approach_1.total);
  expect(rows('Способ 2')[2]?.[1]).toBe(full.range?.low);
});

it('answers 404 for the uncertainty of another company’s project and calculation', async () => {
  const { id } = await gross();
  const stranger = await service.createUser();
  for (const path of [
    paths.inventoryUncertainty(project),
    paths.uncertaintyPlan(project),
    paths.uncertaintyTable(project),
    paths.calculationUncertainty('underground_emission_ch4', id),
  ]) {
    expect((await stranger.get(path)).status).toBe(404);
  }
});
