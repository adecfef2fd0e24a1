import { describe, expect, test } from 'vitest';
import type { Scenario } from '#core/contract/inventory_settings.ts';
import { CoreMemory } from '#core/core_memory.ts';
import type { MethaneBalanceCase } from '#core/inventory/methane_balance.ts';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import { computeSaved, curveOf, firstOfEach, releasingObjects } from '#core/inventory/saved_scenarios.ts';
import { costCurveChart } from '#web/charts/cost_curve_chart.ts';
import { LiveScenario } from '#web/scenarios/live_scenario.ts';
import { liveView } from '#web/scenarios/live_view.ts';
import { inputOf } from '../../support/inventory_year.ts';
import { core } from '../../support/web/core.ts';

const memory = await CoreMemory.open(core.module);

/** 1 Mt at 18 m³/t, of which 10 mln m³ are drained and vented. */
const PRESENT: MethaneBalanceCase = {
  ...{ coal_t: 1e6, ef_m3_t: 18, post_mining_ef_m3_t: 0, drained_m3: 1e7, density_kg_m3: 0.67, gwp: 25 },
  destinations: [{ kind: 'vented', volume_m3: 1e7, efficiency: 0 }],
};
const live = (stored?: Scenario) => new LiveScenario({ core, memory, present: PRESENT, days: 365 }, stored);
const near = (value: number | undefined, expected: number) =>
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));

describe('a scenario that is being set', () => {
  test('begins with what the mine does today: nothing is saved', () => {
    expect(live().state().result?.saved_t).toBe(0);
  });

  test('saves 146 093.5 t CO2-eq where the slider of the flare is at its end', () => {
    const scenario = live();
    scenario.set('slide.flare', '100');
    near(scenario.state().result?.saved_t, 146_093.5);
    expect(liveView(scenario.state()).texts.saved).toBe('146\u00a0093,50 т CO₂-экв.');
  });

  test('subtracts the CO2 of gas burnt for energy, which counts under combustion', () => {
    const scenario = live();
    scenario.set('slide.engine', '100');
    const { result } = scenario.state();
    near(result?.combustion_co2_t, 6700 * 0.995 * 2.75);
    near(result?.saved_t, 6700 * 0.995 * (25 - 2.75));
  });

  test('ends a share where the others leave nothing', () => {
    const scenario = live();
    scenario.set('slide.flare', '70');
    scenario.set('percent.engine', '40');
    expect(scenario.state().shares.percents).toMatchObject({ flare: 70, engine: 30 });
    expect(scenario.state().volumes.vented).toBe(0);
  });

  test.each([
    ['drained', '19 000 000', /Больше, чем выделяется/],
    ['methane', '101', /от 0 до 100/],
    ['efficiency.flare', '2', /от 0 до 1/],
    ['cost.years', '2,5', /целое число лет/],
    ['drained', 'много', /не число/],
  ])('keeps its figures and names the field where %s is «%s»', (name, text, message) => {
    const scenario = live();
    const before = scenario.state().result;
    scenario.set(name, text);
    expect(scenario.state().faults[name]).toMatch(message);
    expect(scenario.state().result).toEqual(before);
    expect(scenario.toScenario('С', 'o')).toBeUndefined();
    scenario.set(name, '1');
    expect(scenario.state().faults).toEqual({});
  });

  test('asks for the efficiency of a boiler, and computes nothing until it is typed', () => {
    const scenario = live();
    scenario.set('slide.boiler', '10');
    expect(liveView(scenario.state()).texts).toMatchObject({
      saved: '—',
      refused: expect.stringMatching(/долю уничтожения/),
    });
    scenario.set('efficiency.boiler', '0,99');
    expect(scenario.state().result?.saved_t).toBeGreaterThan(0);
  });

  test('opens again as it was saved', () => {
    const scenario = live();
    for (const [name, text] of [
      ['drained', '9 000 000'],
      ['slide.flare', '60'],
      ['methane', '40'],
      ['cost.rate', '10'],
      ['cost.years', '10'],
      ['cost.investment', '40 000 000'],
    ] as const) {
      scenario.set(name, text);
    }
    const stored = scenario.toScenario('Факел', 'mine');
    expect(stored).toMatchObject({ drained_m3: 9e6, methane_percent: 40, cost: { rate: 0.1, years: 10, revenue: 0 } });
    const again = live(stored).state();
    expect(again.shares).toMatchObject({ drained_m3: 9e6, percents: { flare: 60 } });
    expect(again.annual_cost).toBe(scenario.state().annual_cost);
  });

  test('has no cost without the years that a device works', () => {
    const scenario = live();
    scenario.set('cost.investment', '1000');
    expect(scenario.state().annual_cost).toBeUndefined();
    expect(scenario.toScenario('С', 'o')?.cost).toBeNull();
  });
});

describe('saved scenarios', () => {
  const scenario = (name: string, object: string, changes: Partial<Scenario> = {}): Scenario => ({
    ...{ name, object, drained_m3: 1e6, cost: null },
    destinations: [{ kind: 'flare', volume_m3: 1e6, efficiency: 0.98 }],
    ...changes,
  });
  const cost = (investment: number) => ({ investment, operation: 0, revenue: 0, rate: 0, years: 1 });
  const ground = async () => {
    const made = inputOf(core, {
      period: ['2026-01-01', '2026-12-31'],
      objects: { Северная: { kind: 'underground_mine' }, Южная: { kind: 'underground_mine' } },
      calculations: {
        а: {
          ...{ type: 'underground_emission_ch4', inputs: { volume: 1e6, ef: 18, koef_transform: 0.67 } },
          ...{ object: 'Северная', part: 'gross_by_factor' },
        },
        б: {
          ...{ type: 'underground_emission_ch4', inputs: { volume: 1e6, ef: 10, koef_transform: 0.67 } },
          ...{ object: 'Южная', part: 'gross_by_factor' },
        },
      },
    });
    const { objects, gwp } = await projectInventory(core, made);
    return { core, memory, objects, gwp };
  };

  test('stand on the curve by the cost of a tonne, with the same total in any order', async () => {
    const all = [
      scenario('Дорогой', 'Северная', { cost: cost(9e6) }),
      scenario('Дешёвый', 'Южная', { cost: cost(1e6) }),
    ];
    const curve = curveOf(memory, computeSaved(await ground(), all));
    expect(curve.measures.map(({ name }) => name)).toEqual(['Дешёвый', 'Дорогой']);
    const { saved_t } = curveOf(memory, computeSaved(await ground(), all.toReversed()));
    expect(saved_t).toBe(curve.saved_t);
    const [first] = curve.measures;
    const steps = curve.measures.map((one) => ({
      ...{ name: one.name, saved: one.saved_t, cost: one.cost_per_t ?? 0, reached: one.reached_t },
    }));
    const { rows } = costCurveChart({ title: 'К', unit: 'т', costUnit: 'руб./т', steps });
    expect(rows[0]?.[0]).toBe('Дешёвый');
    near(first?.cost_per_t, 1e6 / (first?.saved_t ?? 1));
  });

  test('of one object exclude each other: the curve begins with the first of each', () => {
    const all = [scenario('а', 'Северная'), ...['б', 'в'].map((name) => scenario(name, 'Северная', { cost: cost(1) }))];
    expect([...firstOfEach(all)]).toEqual([1]);
  });

  test('of an object that the project has no more say so, instead of a figure', async () => {
    const [gone] = computeSaved(await ground(), [scenario('Старый', 'Закрытая')]);
    expect(gone).toMatchObject({
      result: undefined,
      objectName: undefined,
      refused: expect.stringMatching(/больше нет/),
    });
  });

  test('are made of objects that release methane only', async () => {
    const { objects } = await ground();
    const [mine] = objects;
    if (!mine) throw new Error('There is no object');
    const plant = { ...mine, balance: { ...mine.balance, way: null, gross_t: 0 } };
    expect(releasingObjects([mine, plant])).toEqual([mine]);
  });
});
