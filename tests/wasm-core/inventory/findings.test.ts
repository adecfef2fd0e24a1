import { describe, expect, it, test } from 'vitest';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import { loadServerCore } from '#functions/core.ts';
import { inputOf, type MadeCalculation, type MadeYear } from '../../support/inventory_year.ts';

const core = await loadServerCore();

const COAL = 1_000_000;
const mixture = (volume: number, ef_ch4: number) => ({ volume, p_co2: 1.8393, p_ch4: 0.668, ef_co2: 0.2, ef_ch4 });
const burnt = (volume: number, ef_ch4: number, cf: number) => ({ ...mixture(volume, ef_ch4), cf });
const coal = (ef: number, volume = COAL) => ({ volume, ef, koef_transform: 0.67 });

/** A year without a mistake: a mine that drains and burns methane, an open pit, a boiler house. */
const CLEAN: MadeYear = {
  period: ['2025-01-01', '2025-12-31'],
  today: '2026-06-01',
  objects: {
    mine: { kind: 'underground_mine' },
    pit: { kind: 'open_pit' },
    boiler: { kind: 'boiler_house' },
  },
  calculations: {
    ventilation: { type: 'underground', inputs: mixture(3_000_000, 0.5), object: 'mine', part: 'ventilation' },
    factor: { type: 'underground_emission_ch4', inputs: coal(18), object: 'mine', part: 'gross_by_factor' },
    handling: { type: 'handling_underground_ch4', inputs: coal(2.5), object: 'mine', part: 'post_mining' },
    drainage: { type: 'underground', inputs: mixture(5000, 60), object: 'mine', part: 'drainage' },
    flare: { type: 'flare_order_371', inputs: burnt(3000, 60, 0.035), object: 'mine', part: 'flared' },
    engine: { type: 'mine_methane_combustion', inputs: burnt(1500, 60, 0.005), object: 'mine', part: 'engines' },
    vented: { type: 'underground', inputs: mixture(500, 60), object: 'mine', part: 'drainage_vented' },
    pit_ch4: { type: 'open_mining_ch4', inputs: coal(1.2), object: 'pit', part: 'open_pit' },
    pit_after: { type: 'open_mining_ch4', inputs: coal(0.1), object: 'pit', part: 'open_pit_post_mining' },
    diesel: { type: 'open_mining_co2', inputs: { volume: 12_000, ef: 3.149 }, object: 'pit', part: 'machinery' },
    coal: {
      type: 'disposal_co2_stat_sources',
      inputs: { volume: 20, ef: 91.9, of: 1, k: 25.4 },
      object: 'boiler',
      part: 'fuel',
    },
  },
};

/** A forecast by the model that ships with the product. */
const DEMO = { id: 'forecast', type: 'regres_methane', name: 'Прогноз', isDemonstration: true } as const;

type Mistake = (year: MadeYear) => MadeYear;

const change =
  (name: string, next: (one: MadeCalculation) => MadeCalculation): Mistake =>
  (year) => {
    const one = year.calculations[name];
    if (!one) throw new Error(`There is no calculation ${name}`);
    return { ...year, calculations: { ...year.calculations, [name]: next(one) } };
  };
const inputs = (name: string, values: Readonly<Record<string, number>>) =>
  change(name, (one) => ({ ...one, inputs: { ...one.inputs, ...values } }));
const add =
  (name: string, one: MadeCalculation): Mistake =>
  (year) => ({ ...year, calculations: { ...year.calculations, [name]: one } });
const drop =
  (...names: string[]): Mistake =>
  (year) => ({
    ...year,
    calculations: Object.fromEntries(Object.entries(year.calculations).filter(([name]) => !names.includes(name))),
  });
const object =
  (name: string, facts: Partial<MadeYear['objects'][string]>): Mistake =>
  (year) => ({
    ...year,
    objects: { ...year.objects, [name]: { ...year.objects[name], kind: 'other', ...year.objects[name], ...facts } },
  });
const period =
  (start: string, end: string): Mistake =>
  (year) => ({ ...year, period: [start, end] });
const unassign = (name: string) => change(name, ({ type, inputs: typed }) => ({ type, inputs: typed }));

/** Changed inputs where gross emissions are stated by factor only. */
const byFactor =
  (name: string, values: Readonly<Record<string, number>>): Mistake =>
  (year) =>
    inputs(name, values)(drop('ventilation')(year));

/** Thirty mistakes that people make, and the rule that finds each. */
const MISTAKES: readonly (readonly [title: string, rule: string, mistake: Mistake])[] = [
  ['post-mining of the mine is forgotten', 'source_missing', drop('handling')],
  ['gross emissions of the mine are forgotten', 'source_missing', drop('ventilation', 'factor')],
  ['mining of the open pit is forgotten', 'source_missing', drop('pit_ch4')],
  ['post-mining of the open pit is forgotten', 'source_missing', drop('pit_after')],
  ['fuel of the machinery is forgotten', 'source_missing', drop('diesel')],
  ['vented gas is forgotten', 'drained_not_destined', drop('vented')],
  ['the flare gets more gas than there is', 'drained_not_destined', inputs('flare', { volume: 4000 })],
  ['drainage is typed in m³', 'drained_not_destined', inputs('drainage', { volume: 5_000_000 })],
  ['the flare destroys more than is released', 'destroyed_above_released', inputs('flare', { volume: 90_000 })],
  ['more is drained than is released by factor', 'recovery_above_released', byFactor('drainage', { volume: 60_000 })],
  ['fuel of the boiler is typed in tonnes', 'magnitude', inputs('coal', { volume: 20_000 })],
  ['coal is typed in kilograms', 'magnitude', inputs('factor', { volume: 1e9 })],
  ['diesel is typed in kilograms', 'magnitude', inputs('diesel', { volume: 12_000_000 })],
  ['the factor of gross emissions is a tenth', 'unusual_factor', byFactor('factor', { ef: 1.8 })],
  ['the factor of post-mining is ten times', 'unusual_factor', inputs('handling', { ef: 25 })],
  ['the factor of the open pit is that of a mine', 'unusual_factor', inputs('pit_ch4', { ef: 18 })],
  ['post-mining of the open pit has the factor of mining', 'unusual_factor', inputs('pit_after', { ef: 1.2 })],
  ['coal differs between mining and post-mining', 'coal_differs', inputs('handling', { volume: 1_200_000 })],
  ['a calculation belongs to no object', 'unassigned', unassign('coal')],
  ['an object has vanished', 'object_missing', change('coal', (one) => ({ ...one, object: 'gone' }))],
  ['the object is in the archive', 'object_archived', object('boiler', { is_deleted: true })],
  ['the object closed before the year', 'object_closed', object('pit', { closing_date: '2024-06-30' })],
  ['the period is eleven months', 'period_not_year', period('2025-01-01', '2025-11-30')],
  ['the order is not yet in force', 'norm_not_in_force', period('2022-01-01', '2022-12-31')],
  ['a copied figure is not confirmed', 'copied_unconfirmed', change('handling', (one) => ({ ...one, isCopy: true }))],
  ['nothing is typed into the volume', 'nothing_stated', inputs('engine', { volume: 0 })],
  [
    'unburnt methane of the flare is added besides',
    'left_out_of_balance',
    add('unburnt', {
      type: 'torch_ch4',
      inputs: { volume: 1800, koef_transform: 0.67 },
      object: 'mine',
      part: 'flare_unburnt',
    }),
  ],
  [
    'the flare is not by the order',
    'not_by_order',
    (year) =>
      add('torch', {
        type: 'disposal_co2_torch',
        inputs: { volume: 1800, ef: 2.75, koef_transform: 0.67 },
        object: 'mine',
        part: 'flared',
      })(drop('flare')(year)),
  ],
  ['a fuel is entered twice', 'doubled', (year) => add('again', year.calculations.coal as MadeCalculation)(year)],
  ['ventilation air has 5 % of methane', 'methane_content', inputs('ventilation', { ef_ch4: 5 })],
  ['drained gas is measured at 0 °C, the rest at 20 °C', 'densities_differ', inputs('drainage', { p_ch4: 0.717 })],
  ['an engine lets no methane slip', 'no_slip', inputs('engine', { cf: 0 })],
  ['the two methods of gross emissions disagree', 'methods_differ', inputs('factor', { ef: 10 })],
  ['an open pit stands in a mine', 'part_of_other_kind', change('pit_ch4', (one) => ({ ...one, object: 'mine' }))],
  ['emissions of a source jump since last year', 'changed_since_last_year', inputs('diesel', { volume: 24_000 })],
  ['a source leaves the range of its years, though less than a tenth', 'outlier', inputs('diesel', { volume: 12_900 })],
  ['a forecast is made by a demonstration model', 'demonstration_model', (year) => ({ ...year, forecasts: [DEMO] })],
  ['the order ends within six months', 'norm_ends', (year) => ({ ...year, today: '2028-09-01' })],
  [
    'the rules of the forecast limit end within six months',
    'norm_ends',
    (year) => ({ ...year, today: '2026-11-22', forecasts: [{ ...DEMO, isDemonstration: false }] }),
  ],
];

/** Years of the diesel before 2025, t: within 2 % of one another. */
const FORMER: readonly (readonly [year: number, diesel: number])[] = [
  [2024, 12_000],
  [2023, 12_120],
  [2022, 11_880],
  [2021, 12_200],
  [2020, 11_900],
];

const findingsOf = async (year: MadeYear) => {
  const [previous, ...others] = FORMER.map(([number, volume]) =>
    inputOf(core, { ...inputs('diesel', { volume })(CLEAN), period: [`${number}-01-01`, `${number}-12-31`] }),
  );
  const input = { ...inputOf(core, year), ...(previous && { previous }), others };
  return (await projectInventory(core, input)).findings;
};

describe('findings of an inventory', () => {
  it('are none on a year without a mistake', async () => {
    expect(await findingsOf(CLEAN)).toEqual([]);
  });

  it('say nothing of an unusual year where few years are known', async () => {
    const year = inputOf(core, inputs('diesel', { volume: 12_900 })(CLEAN));
    const previous = inputOf(core, { ...CLEAN, period: ['2024-01-01', '2024-12-31'] });
    expect((await projectInventory(core, { ...year, previous })).findings).toEqual([]);
  });

  it('know at least thirty mistakes', () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(30);
  });

  test.each(MISTAKES)('tell that %s', async (_, rule, mistake) => {
    const findings = await findingsOf(mistake(CLEAN));
    expect(findings.map((finding) => finding.rule)).toContain(rule);
    for (const { message } of findings) expect(message).toMatch(/^[А-Я].*[.]$/s);
  });

  it('name their place, so that an acknowledgement stays with it', async () => {
    const findings = await findingsOf(drop('handling')(drop('vented')(CLEAN)));
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    const [missing] = findings.filter(({ rule }) => rule === 'source_missing');
    expect(missing).toMatchObject({ id: 'source_missing:mine:post_mining', object: 'mine', severity: 'error' });
  });
});
