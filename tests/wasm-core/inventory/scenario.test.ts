import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CoreMemory } from '#core/core_memory.ts';
import { CoreSums } from '#core/inventory/core_sums.ts';
import { BalanceRefused, type MethaneBalanceCase } from '#core/inventory/methane_balance.ts';
import { reductionOf } from '#core/inventory/reduction.ts';
import {
  destinationsOf,
  grossVolume,
  proposedUses,
  type ScenarioShares,
  scenarioFaults,
  sharesOf,
  USES,
  underScenario,
} from '#core/inventory/scenario.ts';
import { loadServerCore } from '#functions/core.ts';

const core = await loadServerCore();
const memory = await CoreMemory.open(core.module);
const sums = new CoreSums(memory);

const near = (value: number | undefined, expected: number) =>
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));

const MINE = { coal_t: 1e6, post_mining_ef_m3_t: 2.5, density_kg_m3: 0.67, gwp: 25 } as const;
/** A mine whose gas is known by factor, and one where it is measured: both release 18 mln m³ and vent 5 mln of it. */
const DRAINED = { drained_m3: 5e6, destinations: [{ kind: 'vented', volume_m3: 5e6, efficiency: 0 }] } as const;
const BY_FACTOR: MethaneBalanceCase = { ...MINE, ...DRAINED, ef_m3_t: 18 };
const MEASURED: MethaneBalanceCase = { ...MINE, ...DRAINED, ventilation_t: 13 * 670 };

const NOTHING = { flare: 0, engine: 0, boiler: 0, oxidiser: 0, sold: 0 };
const EFFICIENCIES = { flare: 0.98, engine: 0.995, boiler: 0.99, oxidiser: 0.95, sold: 1 };
const shares = (drained_m3: number, percents: Partial<ScenarioShares['percents']>): ScenarioShares => ({
  ...{ drained_m3, efficiencies: EFFICIENCIES },
  percents: { ...NOTHING, ...percents },
});
const saved = (present: MethaneBalanceCase, chosen: ScenarioShares) =>
  reductionOf(memory, present, underScenario(sums, present, destinationsOf(sums, chosen)));

describe('a scenario set by shares', () => {
  it.each([
    ['by factor', BY_FACTOR],
    ['by measurement', MEASURED],
  ])('saves 146 093.5 t CO2-eq where 10 mln m³ burn at 0.98, gross emissions known %s', (_, present) => {
    near(grossVolume(sums, present), 18e6);
    const { co2e_t, before, after } = saved(present, shares(1e7, { flare: 100 }));
    near(co2e_t, 146_093.5);
    near(after.gross_t, before.gross_t);
  });

  it('vents what is not shared out, so that no gas is lost', () => {
    const { destinations } = destinationsOf(sums, shares(1e7, { flare: 60, engine: 30 }));
    expect(destinations.map(({ kind, volume_m3 }) => [kind, volume_m3])).toEqual([
      ['flare', 6e6],
      ['engine', 3e6],
      ['vented', 1e6],
    ]);
  });

  it('never destroys more gas than is drained, whatever the sliders', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    const drained = fc.double({ min: 0, max: 18e6, noNaN: true });
    fc.assert(
      fc.property(drained, fc.array(percent, { minLength: 5, maxLength: 5 }), (volume, percents) => {
        const chosen = shares(volume, Object.fromEntries(USES.map((use, index) => [use, percents[index] ?? 0])));
        let made: ReturnType<typeof saved>;
        try {
          made = saved(BY_FACTOR, chosen);
        } catch (error) {
          expect(error).toBeInstanceOf(BalanceRefused);
          return;
        }
        expect(made.after.destroyed_t).toBeLessThanOrEqual(volume * 0.67e-3 * (1 + 1e-9));
      }),
    );
  });

  it('changes nothing where it is set to what the mine does today', () => {
    const present: MethaneBalanceCase = {
      ...BY_FACTOR,
      destinations: [
        { kind: 'engine', volume_m3: 1e6, efficiency: 0.99 },
        { kind: 'engine', volume_m3: 2e6, efficiency: 0.98 },
        { kind: 'vented', volume_m3: 2e6, efficiency: 0 },
      ],
    };
    const today = sharesOf(core, sums, present);
    near(today.percents.engine, 60);
    expect(Math.abs(saved(present, today).co2e_t)).toBeLessThan(1e-6);
  });

  it('asks for the efficiency of a device that no source gives', () => {
    const untyped = { ...shares(1e6, { boiler: 10 }), efficiencies: { ...EFFICIENCIES, boiler: undefined } };
    expect(() => destinationsOf(sums, untyped)).toThrow(/Укажите долю уничтожения/);
  });
});

describe('the decision table', () => {
  const proposed = (percent: number, drained_m3: number) =>
    proposedUses(core, sums, { percent, drained_m3, days: 365 });

  it('proposes flare and engines for 40 % CH4 at 19 m³ a minute', () => {
    expect(proposed(40, 1e7)).toMatchObject({ technology: 15, uses: ['flare', 'engine'] });
  });

  it('proposes nothing for an explosive mixture', () => {
    expect(proposed(10, 1e7)?.uses).toEqual([]);
  });

  it('proposes oxidisers for lean air, and never a flare below 25 %', () => {
    expect(proposed(0.5, 1e7)?.uses).toEqual(['oxidiser']);
    for (let percent = 0; percent < 25; percent += 0.25) expect(proposed(percent, 1e7)?.uses).not.toContain('flare');
    for (let percent = 25; percent <= 100; percent += 0.25) expect(proposed(percent, 1e7)?.uses).toContain('flare');
  });
});

it('a scenario that is sent with other volumes than are drained has a fault', () => {
  const scenario = { name: 'С', object: 'o', drained_m3: 10, cost: null };
  const flare = (volume_m3: number) => [{ kind: 'flare', volume_m3, efficiency: 0.98 }] as const;
  expect(scenarioFaults(sums, { ...scenario, destinations: [...flare(10)] })).toEqual([]);
  expect(scenarioFaults(sums, { ...scenario, destinations: [...flare(11)] })).toHaveLength(1);
});
