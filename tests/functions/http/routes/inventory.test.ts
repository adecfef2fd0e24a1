import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { CoreMemory } from '#core/core_memory.ts';
import { CoreSums } from '#core/inventory/core_sums.ts';
import { methaneBalance } from '#core/inventory/methane_balance.ts';
import { presentCase } from '#core/inventory/present_case.ts';
import { reductionOf } from '#core/inventory/reduction.ts';
import { destinationsOf, sharesOf, underScenario } from '#core/inventory/scenario.ts';
import { loadServerCore } from '#functions/core.ts';
import { newTable } from '../../../support/datasets.ts';
import { cellsOf } from '../../../support/expected_exports.ts';
import { download } from '../../../support/export_company.ts';
import { readSheetJs } from '../../../support/export_readers.ts';
import { serviceWithMine } from '../../../support/fresh_fixtures.ts';
import { newProject, type Person } from '../../../support/service.ts';
import { expectCheckBalance, near } from '../../../wasm-core/inventory/check_mine.ts';

let person: Person;
let project: string;
let mine: string;

const service = await serviceWithMine((fresh) => {
  ({ person, project, mine } = fresh);
});

/** Creates a calculation and answers it. */
async function calculation(type: string, fields: object) {
  const { status, body } = await person.post(paths.calculations(type), { name: type, project, ...fields });
  expect([type, status, body.errors]).toEqual([type, 201, undefined]);
  return body;
}

const NO_USE = { flare: 0, engine: 0, boiler: 0, oxidiser: 0, sold: 0 };
const inventory = async () => (await person.get(paths.inventory(project))).body;
const change = (body: object) => person.patch(paths.inventory(project), body);
const COAL = { volume: 1e6, koef_transform: 0.67 };
const gross = (object?: string) =>
  calculation('underground_emission_ch4', { ...COAL, ef: 18, ...(object && { object }) });
const measured = (object: string, ef_ch4 = 0.5, more = {}) =>
  calculation('underground', {
    ...{ volume: 2_600_000, p_co2: 1.8393, p_ch4: 0.668, ef_co2: 0.1, ef_ch4, object, part: 'ventilation' },
    ...more,
  });

/** A mine of 1 Mt whose 5 mln m³ of drained methane burn in a flare (3), in engines (1.5), or are vented (0.5). */
async function wholeMine() {
  await gross(mine);
  await calculation('handling_underground_ch4', { ...COAL, ef: 2.5, object: mine });
  await calculation('disposal_co2_torch', { volume: 3000, ef: 2.75, koef_transform: 0.67, object: mine });
  await calculation('torch_ch4', { volume: 3000, koef_transform: 0.67, object: mine });
  const engine = { volume: 1.5, ef: 55.1, of: 1, k: 33.4 };
  await calculation('disposal_co2_stat_sources', { ...engine, object: mine, part: 'engines' });
  const vented = { volume: 500, p_co2: 1.8393, p_ch4: 0.67, ef_co2: 0, ef_ch4: 100 };
  await calculation('underground', { ...vented, object: mine, part: 'drainage_vented' });
}

describe('the inventory of a project', () => {
  it('subtracts what a mine destroys: 274 547.575 t CO2-eq of the methane balance', async () => {
    await wholeMine();
    const { objects, full, findings } = await inventory();
    const [{ balance, full: column }] = objects;
    expectCheckBalance(balance);
    near(balance.drained_t, 3350);
    // The engine's own CO2 counts under combustion, beside the balance.
    near(balance.combustion_co2_t, 1.5 * 33.4 * 55.1);
    near(column.co2e_t, 274_547.575 + 1.5 * 33.4 * 55.1);
    expect(full).toEqual(column);
    expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain('drained_not_destined');
  });

  it('keeps every figure to the bit where a second gross method stands as control', async () => {
    await wholeMine();
    const before = await inventory();
    const second = await measured(mine);
    expect(second).toMatchObject({ object: mine, part: 'ventilation', role: 'control' });
    const after = await inventory();
    expect(after.full).toEqual(before.full);
    expect(after.objects[0].balance).toEqual(before.objects[0].balance);
    const [control] = after.objects[0].sources[0].controls;
    near(control.main_t, 12_060);
    near(control.difference_t, 2_600_000 * 0.5 * 0.668 * 0.01 + 3350 - 12_060);
  });

  it('counts the measured way where a person makes it main', async () => {
    await wholeMine();
    const second = await measured(mine);
    const { status, body } = await change({ assign: [{ calculation: second.id, role: 'main' }] });
    expect(status).toBe(200);
    expect(body.objects[0].balance.way).toBe('measured');
    near(body.objects[0].balance.gross_t, 8684 + 3350);
    const { results } = (await person.get(`${paths.calculations('underground_emission_ch4')}?project=${project}`)).body;
    expect(results[0].role).toBe('control');
  });

  it('counts only what the order makes mandatory in the first column', async () => {
    await wholeMine();
    await measured(mine);
    const { mandatory } = await inventory();
    // Ventilation by measurement (a control) and vented gas, category 3; the engine, category 1; no flare by the order.
    near(mandatory.ch4_t, 8684 + 335);
    near(mandatory.co2_t, 2_600_000 * 0.1 * 1.8393 * 0.01 + 1.5 * 33.4 * 55.1);
  });

  it('adds a second shaft to the main one where a person says so', async () => {
    const first = await measured(mine);
    const second = await measured(mine, 0.25);
    expect([first.role, second.role]).toEqual(['main', 'control']);
    const { body } = await change({ assign: [{ calculation: second.id, role: 'added' }] });
    near(body.objects[0].balance.gross_t, 8684 + 4342);
  });

  it('leaves calculations without an object as they were and says so', async () => {
    const one = await gross();
    expect(one).not.toHaveProperty('object');
    const { unassigned, full, objects, findings, version } = await inventory();
    expect([version, objects]).toEqual([null, []]);
    expect(unassigned.calculations).toEqual([expect.objectContaining({ calculation: one.id, co2e_t: 301_500 })]);
    expect(full.co2e_t).toBe(301_500);
    expect(findings[0]).toMatchObject({ rule: 'unassigned', severity: 'warning' });
  });

  it('shows the same tonnes at other potentials and takes the one that the project names', async () => {
    const coal = { volume: 38_914_440, ef: 1, koef_transform: 1 };
    await calculation('handling_underground_ch4', { ...coal, object: mine });
    const { full, other_gwp } = await inventory();
    near(full.ch4_t, 38_914.44);
    near(full.co2e_t, 972_861);
    const by = Object.fromEntries(
      other_gwp.map(({ gwp_set, full }: { gwp_set: string; full: { co2e_t: number } }) => [gwp_set, full.co2e_t]),
    );
    near(by.ar5, 1_089_604.32);
    near(by.ar6, 1_159_650.312);
    near(by.ar6_20, 3_210_441.3);
    const { body } = await change({ gwp_set: 'ar6' });
    near(body.full.co2e_t, 1_159_650.312);
    expect([body.gwp, body.other_gwp[0].gwp_set]).toEqual([29.8, 'ar4']);
  });

  it('is exported with every figure at full precision', async () => {
    await wholeMine();
    await measured(mine);
    const { objects, full, mandatory } = await inventory();
    for (const [query, sheets] of [
      ['', ['Проект', 'Инвентаризация', 'Источники', 'Замечания']],
      ['?detail=true', ['Паспорт', 'Инвентаризация', 'Источники', 'Балансы метана', 'Замечания']],
    ] as const) {
      const { bytes } = await download(service, person, `${paths.export(project, 'xlsx')}${query}`);
      const book = readSheetJs(bytes);
      expect([...book.keys()].slice(0, sheets.length)).toEqual(sheets);
      const rows = book.get('Инвентаризация') ?? [];
      expect(cellsOf(rows, 'Шахта')('Баланс метана, т CO₂-экв.')).toBe(objects[0].balance.co2e_t);
      expect(cellsOf(rows, 'Всего')('Полная инвентаризация (МГЭИК): всего, т CO₂-экв.')).toBe(full.co2e_t);
      near(objects[0].balance.co2e_t, 274_547.575);
      const facts = new Map(book.get(sheets[0])?.map(([name, value]) => [name, value]));
      expect(facts.get('Полная инвентаризация (МГЭИК), т CO₂-экв.')).toBe(full.co2e_t);
      expect(facts.get('Обязательный объём (приказ № 371), т CO₂-экв.')).toBe(mandatory.co2e_t);
    }
  });

  it('gives each source its part of the total, to 1e-9, and names it in the export', async () => {
    await wholeMine();
    const { objects, full } = await inventory();
    const lines = objects[0].sources.flatMap((source: { lines: { name: string; co2e_t: number }[] }) => source.lines);
    near(
      lines.reduce((sum: number, line: { co2e_t: number }) => sum + line.co2e_t, 0),
      full.co2e_t,
    );
    const { bytes } = await download(service, person, paths.export(project, 'xlsx'));
    const [header = [], ...rows] = readSheetJs(bytes).get('Источники') ?? [];
    const place = header.indexOf('Вклад в полную инвентаризацию, т CO₂-экв.');
    const flare = rows.find((row) => row[2] === 'disposal_co2_torch');
    // 3 mln m³ · 0.67 · 0.98 = 1969.8 t CH4 become CO2.
    near(Number(flare?.[place]), 1969.8 * (2.75 - 25));
  });

  it('tells that drained gas and its destinations differ', async () => {
    await gross(mine);
    await measured(mine, 50, { volume: 1000, part: 'drainage' });
    const { findings } = await inventory();
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'drained_not_destined', object: mine, severity: 'error' }),
    );
  });
});

describe('assignments', () => {
  it('assign many at once, or none where one is wrong', async () => {
    const [one, two] = [await gross(), await gross()];
    const wrong = await change({
      assign: [
        { calculation: one.id, object: mine },
        { calculation: two.id, object: project },
      ],
    });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'assign.1.object']);
    expect((await inventory()).version).toBeNull();
    const { body } = await change({ assign: [one, two].map(({ id }) => ({ calculation: id, object: mine })) });
    expect(body.version).toBe(1);
    expect(body.objects[0].sources[0]).toMatchObject({
      lines: [{ calculation: one.id, role: 'main' }],
      controls: [{ calculation: two.id, role: 'control' }],
    });
  });

  it('never have two mains of one source, however many ask at once', async () => {
    const made = [await gross(mine), await gross(mine), await gross(mine), await gross(mine)];
    const answers = await Promise.all(made.map(({ id }) => change({ assign: [{ calculation: id, role: 'main' }] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { results } = (await person.get(`${paths.calculations('underground_emission_ch4')}?project=${project}`)).body;
    expect(results.filter(({ role }: { role: string }) => role === 'main')).toHaveLength(1);
    expect(results.filter(({ role }: { role: string }) => role === 'control')).toHaveLength(3);
    const { body: all } = await person.get(`${paths.project(project)}/calculations/`);
    expect(all.results.filter(({ role }: { role: string }) => role === 'main')).toHaveLength(1);
  });

  it('do not make a method main again where a stale answer is sent back', async () => {
    const first = await gross(mine);
    const second = await gross(mine);
    const { body: read } = await person.get(paths.calculation('underground_emission_ch4', first.id));
    expect([read.role, typeof read.placement_version]).toEqual(['main', 'number']);
    await change({ assign: [{ calculation: second.id, role: 'main' }] });
    const echo = await person.patch(paths.changeCalculation('underground_emission_ch4', first.id), {
      ...{ ...read, volume: 2e6 },
    });
    expect([echo.status, echo.body.code]).toEqual([409, 'placement_changed']);
    const roles = async () => {
      const { sources } = (await inventory()).objects[0];
      return sources[0].lines.map(({ calculation: id }: { calculation: string }) => id);
    };
    expect(await roles()).toEqual([second.id]);
    const { body: untouched } = await person.get(paths.calculation('underground_emission_ch4', first.id));
    expect([untouched.volume, untouched.version]).toEqual([1e6, 1]);
    const again = { ...untouched, volume: 2e6 };
    expect((await person.patch(paths.changeCalculation('underground_emission_ch4', first.id), again)).status).toBe(200);
    expect(await roles()).toEqual([second.id]);
    const { body: now } = await person.get(paths.calculation('underground_emission_ch4', first.id));
    const meant = await person.patch(paths.changeCalculation('underground_emission_ch4', first.id), {
      ...{ ...now, role: 'main' },
    });
    expect(meant.status).toBe(200);
    expect(await roles()).toEqual([first.id]);
  });

  it('make the next method main when the main one goes to the archive, and give it back', async () => {
    const [one, two] = [await gross(mine), await gross(mine)];
    const path = paths.changeCalculation('underground_emission_ch4', one.id);
    await person.patch(path, { is_deleted: true });
    expect((await person.get(paths.calculation('underground_emission_ch4', two.id))).body.role).toBe('main');
    await person.patch(path, { is_deleted: false });
    expect((await person.get(paths.calculation('underground_emission_ch4', two.id))).body.role).toBe('control');
  });

  it('refuse a stale version and say what stands', async () => {
    const one = await gross(mine);
    await change({ assign: [{ calculation: one.id, object: null }], version: 1 });
    const late = await change({ gwp_set: 'ar5', version: 1 });
    expect([late.status, late.body.current.version]).toEqual([409, 2]);
  });

  it.each([
    ['a part of another type', { part: 'flared' }, 'part', 'описывает только'],
    ['an unknown part', { part: 'roof' }, 'part', 'Такой части нет'],
    ['an unknown role', { role: 'chief' }, 'role', 'Роль — одна из'],
    ['control where it is alone', { role: 'control' }, 'role', 'остаётся основным'],
  ])('refuse %s, by the field of the calculation, and store nothing', async (_, wrong, field, message) => {
    const body = { name: 'Расчёт', project, ...COAL, ef: 18, object: mine, ...wrong };
    const answer = await person.post(paths.calculations('underground_emission_ch4'), body);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [expect.objectContaining({ field, message: expect.stringContaining(message) })],
    ]);
    expect((await inventory()).unassigned.calculations).toEqual([]);
  });

  it('refuse what states no part of an object', async () => {
    const { body } = await person.post(paths.calculations('recycle_technology'), {
      ...{ name: 'Технология', project, metan: 30, a_metan: 5, object: mine },
    });
    expect(body.errors).toEqual([expect.objectContaining({ field: 'part' })]);
  });

  it("do not find another company's objects and calculations", async () => {
    const one = await gross();
    const other = await service.createUser();
    const theirs = (await other.post(paths.objects, { name: 'Чужая', kind: 'open_pit' })).body.id;
    const refused = await change({ assign: [{ calculation: one.id, object: theirs }] });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'assign.0.object']);
    const foreign = await other.patch(paths.inventory(project), { assign: [] });
    expect(foreign.status).toBe(404);
  });

  it('are stored once however often a request with a key is sent', async () => {
    const send = () =>
      service.call('POST', paths.calculations('underground_emission_ch4'), {
        body: { name: 'Расчёт', project, ...COAL, ef: 18, object: mine },
        token: person.tokens.access,
        headers: { 'Idempotency-Key': 'assigned-0001' },
      });
    const first = await send();
    expect(first.body.role).toBe('main');
    expect((await send()).text).toBe(first.text);
    expect((await inventory()).version).toBe(1);
  });

  it('come back from the history', async () => {
    const one = await gross(mine);
    await change({ assign: [{ calculation: one.id, object: null }] });
    const { results } = (await person.get(paths.inventoryHistory(project))).body;
    expect(results.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const { body } = await person.post(paths.restoreVersion(paths.inventoryHistory(project), 1), { version: 2 });
    expect(body.objects[0].sources[0].lines[0].calculation).toBe(one.id);
  });
});

describe('findings', () => {
  it('tell that a forecast is of the demonstration model, and that the rules of its limit end soon', async () => {
    await gross(mine);
    const { status } = await person.post(paths.calculations('regres_methane'), newTable('regres_methane', project));
    expect(status).toBe(201);
    const rules = async () => (await inventory()).findings.map(({ id }: { id: string }) => id.replace(/:.*/, ''));
    expect(await rules()).toEqual(expect.arrayContaining(['demonstration_model', 'norm_ends']));
    const { findings } = await inventory();
    const ends = findings.find(({ rule }: { rule: string }) => rule === 'norm_ends');
    expect(ends).toMatchObject({ id: 'norm_ends:rules_507', severity: 'notice' });
    expect(ends.message).toContain('№ 507, на который ссылаются расчёты проекта, утрачивает силу 01.01.2027');
    await change({ acknowledge: [{ finding: ends.id, text: 'Ждём новых правил' }] });
    const accepted = (await inventory()).findings.find(({ rule }: { rule: string }) => rule === 'norm_ends');
    expect(accepted.acknowledgement.text).toBe('Ждём новых правил');
  });

  it('tell of a year that leaves the range of the other years of the object', async () => {
    const now = project;
    const coals = [1_000_000, 1_010_000, 990_000, 1_020_000];
    for (const [index, volume] of coals.entries()) {
      const year = 2022 + index;
      project = await newProject(person, { name: `${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` });
      await calculation('handling_underground_ch4', { ...COAL, volume, ef: 2.5, object: mine });
    }
    project = now;
    await calculation('handling_underground_ch4', { ...COAL, volume: 1_090_000, ef: 2.5, object: mine });
    const { findings } = await inventory();
    expect(findings.map(({ id }: { id: string }) => id)).toContain(`outlier:${mine}:post_mining`);
    expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain('changed_since_last_year');
  });
});

describe('acknowledgements', () => {
  it('stand beside their finding with text, author and date until they are withdrawn', async () => {
    await gross();
    const [{ id }] = (await inventory()).findings;
    const { body } = await change({ acknowledge: [{ finding: id, text: 'Отнесём в марте' }] });
    expect(body.findings[0].acknowledgement).toEqual({
      ...{ text: 'Отнесём в марте', author: 'Ковалёва Анна', at: service.clock.toISOString() },
    });
    const withdrawn = await change({ acknowledge: [{ finding: id, text: null }] });
    expect(withdrawn.body.findings[0].acknowledgement).toBeNull();
    const blank = await change({ acknowledge: [{ finding: id, text: ' ' }] });
    expect([blank.status, blank.body.errors[0].field]).toEqual([400, 'acknowledge.0.text']);
  });
});

describe('scenarios', () => {
  it('are kept with the project, from the present balance of an object, and save the difference of two balances', async () => {
    await wholeMine();
    const core = await loadServerCore();
    const memory = await CoreMemory.open(core.module);
    const { objects, gwp } = await inventory();
    const present = presentCase(core, memory, objects[0], gwp);
    near(methaneBalance(memory, present).co2e_t, 274_547.575);
    const flare = { kind: 'flare', volume_m3: present.drained_m3, efficiency: 0.98 } as const;
    const saved = reductionOf(memory, present, { ...present, destinations: [flare] });
    near(saved.co2e_t, 274_547.575 - (25 * (12_060 + 1675 - 3350 * 0.98) + 3350 * 0.98 * 2.75));

    const cost = { investment: 40e6, operation: 2e6, revenue: 0, rate: 0.1, years: 10 };
    const scenario = { name: 'Всё в факел', object: mine, drained_m3: present.drained_m3, destinations: [flare], cost };
    const { body } = await change({ scenarios: [scenario] });
    expect(body.scenarios).toEqual([scenario]);
    expect((await inventory()).full).toEqual(body.full);
    const wrong = await change({ scenarios: [{ ...scenario, cost: { ...cost, years: 0 } }] });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'scenarios.0.cost.years']);
    expect((await change({ scenarios: [] })).body.scenarios).toEqual([]);
  });

  it('are exported with what they save, and with the words that they replace no design documents', async () => {
    await gross(mine);
    const flare = { kind: 'flare', volume_m3: 1e7, efficiency: 0.98 };
    const cost = { investment: 40e6, operation: 2e6, revenue: 0, rate: 0.1, years: 10 };
    const scenario = { name: 'Всё в факел', object: mine, drained_m3: 1e7, destinations: [flare], cost };
    await change({ scenarios: [scenario, { ...scenario, name: 'Чужой объект', object: project }] });
    const { bytes } = await download(service, person, paths.export(project, 'xlsx'));
    const rows = readSheetJs(bytes).get('Сценарии') ?? [];
    near(Number(cellsOf(rows, 'Всё в факел')('Сокращение, т CO₂-экв.')), 146_093.5);
    const perTonne = (40e6 * ((0.1 * 1.1 ** 10) / (1.1 ** 10 - 1)) + 2e6) / 146_093.5;
    near(Number(cellsOf(rows, 'Всё в факел')('Затраты, руб./т CO₂-экв.')), perTonne);
    expect(cellsOf(rows, 'Чужой объект')('Почему не посчитан')).toMatch(/больше нет выделения метана/);
    expect(JSON.stringify(rows)).toContain('Сценарий не заменяет проектную документацию.');
  });

  it.each([
    ['destroys more gas than is drained', [{ kind: 'flare', volume_m3: 1001, efficiency: 0.98 }], 'destinations'],
    ['loses a part of the drained gas', [{ kind: 'flare', volume_m3: 999, efficiency: 0.98 }], 'destinations'],
    [
      'counts vented gas as destroyed',
      [{ kind: 'vented', volume_m3: 1000, efficiency: 0.5 }],
      'destinations.0.efficiency',
    ],
  ])('are refused, and nothing is stored, where one %s', async (_, destinations, field) => {
    const scenario = { name: 'Сценарий', object: mine, drained_m3: 1000, destinations, cost: null };
    const { status, body } = await change({ scenarios: [scenario], gwp_set: 'ar5' });
    expect([status, body.errors.map((fault: { field: string }) => fault.field)]).toEqual([
      400,
      [`scenarios.0.${field}`],
    ]);
    expect(await inventory()).toMatchObject({ version: null, gwp_set: 'ar4', scenarios: [] });
  });

  it('of two people who save at once are not lost: the later one is told what stands', async () => {
    const scenario = { name: 'Факел', object: mine, drained_m3: 0, destinations: [], cost: null };
    const first = await change({ scenarios: [scenario], version: null });
    expect(first.status).toBe(200);
    const late = await change({ scenarios: [], version: null });
    expect([late.status, late.body.current.scenarios]).toEqual([409, [scenario]]);
    const { results } = (await person.get(paths.inventoryHistory(project))).body;
    expect(results).toHaveLength(1);
  });

  it('save what two inventories differ by: 146 093.5 t CO2-eq for 10 mln m³ burnt at 0.98', async () => {
    const core = await loadServerCore();
    const memory = await CoreMemory.open(core.module);
    const sums = new CoreSums(memory);
    await gross(mine);
    const vented = { volume: 10_000, p_co2: 1.8393, p_ch4: 0.67, ef_co2: 0, ef_ch4: 100 };
    const { id } = await calculation('underground', { ...vented, object: mine, part: 'drainage_vented' });
    const before = await inventory();
    const present = presentCase(core, memory, before.objects[0], before.gwp);
    const shares = { ...sharesOf(core, sums, present), percents: { ...NO_USE, flare: 100 } };
    const saved = reductionOf(memory, present, underScenario(sums, present, destinationsOf(sums, shares)));
    near(saved.co2e_t, 146_093.5);

    await person.patch(paths.changeCalculation('underground', id), { is_deleted: true });
    await calculation('disposal_co2_torch', { volume: 10_000, ef: 2.75, koef_transform: 0.67, object: mine });
    const after = await inventory();
    near(saved.co2e_t, before.full.co2e_t - after.full.co2e_t);
  });
});
