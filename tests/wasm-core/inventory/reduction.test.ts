import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CoreMemory } from '#core/core_memory.ts';
import { BalanceRefused, type MethaneBalanceCase } from '#core/inventory/methane_balance.ts';
import { type AbatementMeasure, abatementCurve, reductionOf } from '#core/inventory/reduction.ts';
import { loadServerCore } from '#functions/core.ts';

const core = await loadServerCore();
const memory = await CoreMemory.open(core.module);

const near = (value: number | undefined, expected: number) =>
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));

/** A mine of 1 Mt that vents what it drains. */
const mine = (drained_m3: number): MethaneBalanceCase => ({
  ...{ coal_t: 1e6, ef_m3_t: 18, post_mining_ef_m3_t: 2.5, drained_m3, density_kg_m3: 0.67, gwp: 25 },
  destinations: [{ kind: 'vented', volume_m3: drained_m3, efficiency: 0 }],
});
const flared = (drained_m3: number, volume_m3 = drained_m3): MethaneBalanceCase => ({
  ...mine(drained_m3),
  destinations: [{ kind: 'flare', volume_m3, efficiency: 0.98 }],
});

describe('the reduction of a scenario', () => {
  it('is 146 093.5 t CO2-eq where 10 mln m³ burn at 0.98, their own CO2 subtracted', () => {
    const saved = reductionOf(memory, mine(1e7), flared(1e7));
    near(saved.co2e_t, 146_093.5);
    near(saved.ch4_t, 6566);
    near(saved.co2_t, -18_056.5);
  });

  it('is the difference of the two balances, whatever the shares', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.double({ min: 0, max: 1e7, noNaN: true }), (part, efficiency, drained) => {
        const burnt = drained * part;
        const destinations = [
          { kind: 'engine', volume_m3: burnt, efficiency },
          { kind: 'vented', volume_m3: drained - burnt, efficiency: 0 },
        ] as const;
        const { before, after, co2e_t } = reductionOf(memory, mine(drained), { ...mine(drained), destinations });
        near(co2e_t, before.co2e_t - after.co2e_t);
      }),
    );
  });

  it('is refused where a scenario destroys more gas than is drained', () => {
    expect(() => reductionOf(memory, mine(5e6), flared(5e6, 6e6))).toThrow(BalanceRefused);
  });
});

const MEASURES: readonly AbatementMeasure[] = [
  { name: 'Факел', saved_t: 73_046.75, investment: 40e6, operation: 2e6, revenue: 0, years: 10, rate: 0.1 },
  { name: 'Двигатель', saved_t: 41_666.3, investment: 300e6, operation: 20e6, revenue: 60e6, years: 15, rate: 0.12 },
  { name: 'Окислитель', saved_t: 0.1, investment: 500e6, operation: 30e6, revenue: 0, years: 12, rate: 0 },
  { name: 'Котёл', saved_t: 41_666.3, investment: 80e6, operation: 5e6, revenue: 10e6, years: 20, rate: 0.08 },
  { name: 'Исследование', saved_t: 0, investment: 1e6, operation: 0, revenue: 0, years: 1, rate: 0.1 },
];

describe('the cost of a reduction', () => {
  it('recovers capital by i(1+i)^n/((1+i)^n − 1), and by 1/n without interest', () => {
    const { measures } = abatementCurve(memory, MEASURES);
    const of = (name: string) => measures.find((one) => one.name === name);
    near(of('Факел')?.recovery_factor, (0.1 * 1.1 ** 10) / (1.1 ** 10 - 1));
    near(of('Окислитель')?.recovery_factor, 1 / 12);
    near(of('Факел')?.cost_per_t, ((40e6 * 0.1 * 1.1 ** 10) / (1.1 ** 10 - 1) + 2e6) / 73_046.75);
    expect(of('Исследование')?.cost_per_t).toBeUndefined();
  });

  it('rises along the curve, and the total is the same in any order of entry', () => {
    const whole = abatementCurve(memory, MEASURES);
    const costs = whole.measures.map(({ cost_per_t }) => cost_per_t ?? Number.POSITIVE_INFINITY);
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    expect(whole.measures.at(-1)?.reached_t).toBe(whole.saved_t);
    near(whole.saved_t, 73_046.75 + 41_666.3 * 2 + 0.1);
    fc.assert(
      fc.property(fc.shuffledSubarray([...MEASURES], { minLength: MEASURES.length }), (shuffled) => {
        expect(abatementCurve(memory, shuffled)).toEqual(whole);
      }),
    );
  });

  it('is nothing where there are no measures', () => {
    expect(abatementCurve(memory, [])).toEqual({ measures: [], saved_t: 0, annual_cost: 0, cost_per_t: undefined });
  });
});
