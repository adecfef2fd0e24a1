import { describe, expect, it } from 'vitest';
import type { ResultValues } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import { projectTotals } from '#core/inventory/project_totals.ts';
import { totalRemarks } from '#core/inventory/total_remarks.ts';
import { loadServerCore } from '#functions/core.ts';
import { inputOf, type MadeYear, unassignedInput } from '../../support/inventory_year.ts';

const core = await loadServerCore();

const totalsOf = async (year: MadeYear) => {
  const inventory = await projectInventory(core, inputOf(core, year));
  return { inventory, ...(await projectTotals(core, inventory)) };
};
const stored = (id: string, type: CalculationType, results: ResultValues) => ({ id, type, inputs: {}, results });
const totalsOfResults = async (...calculations: ReturnType<typeof stored>[]) =>
  projectTotals(core, await projectInventory(core, unassignedInput(calculations)));

const coal = (ef: number) => ({ volume: 1_000_000, ef, koef_transform: 0.67 });
const mixture = (volume: number, ef_ch4: number) => ({ volume, p_co2: 1.8393, p_ch4: 0.67, ef_co2: 0, ef_ch4 });

/** A mine of 1 Mt; of its 5 mln m³ of drained methane a flare burns 3, engines 1.5, and 0.5 is vented. */
const MINE: MadeYear = {
  period: ['2025-01-01', '2025-12-31'],
  objects: { Шахта: { kind: 'underground_mine' } },
  calculations: {
    factor: { type: 'underground_emission_ch4', inputs: coal(18), object: 'Шахта', part: 'gross_by_factor' },
    handling: { type: 'handling_underground_ch4', inputs: coal(2.5), object: 'Шахта', part: 'post_mining' },
    flare: {
      type: 'disposal_co2_torch',
      inputs: { volume: 3000, ef: 2.75, koef_transform: 0.67 },
      object: 'Шахта',
      part: 'flared',
    },
    engine: {
      type: 'mine_methane_combustion',
      inputs: { ...mixture(1500, 100), cf: 0.005, p_co2: 0 },
      object: 'Шахта',
      part: 'engines',
    },
    vented: { type: 'underground', inputs: mixture(500, 100), object: 'Шахта', part: 'drainage_vented' },
  },
};
const CHECK = 274_547.575;

describe('the total of a project with objects', () => {
  it('is the methane balance: 274 547.575 t CO2-eq, to 1e-9', async () => {
    const { total } = await totalsOf(MINE);
    expect(Math.abs(total / CHECK - 1)).toBeLessThanOrEqual(1e-9);
  });

  it('is what its sources add up to, whether gross is by factor or measured', async () => {
    const { factor: _, ...others } = MINE.calculations;
    const ventilation = { type: 'underground', inputs: mixture(3_000_000, 0.5), object: 'Шахта', part: 'ventilation' };
    const drainage = { type: 'underground', inputs: mixture(6000, 100), object: 'Шахта', part: 'drainage' };
    const measured = { ...others, ventilation } as MadeYear['calculations'];
    const pit = { type: 'open_mining_ch4', inputs: coal(1.2), object: 'Шахта', part: 'open_pit' };
    for (const calculations of [
      MINE.calculations,
      measured,
      { ...measured, drainage } as MadeYear['calculations'],
      { ...measured, pit } as MadeYear['calculations'],
    ]) {
      const { total, sources, byType, contributions } = await totalsOf({ ...MINE, calculations });
      for (const parts of [sources.map((one) => one.total), [...byType.values()], [...contributions.values()]]) {
        expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) / total - 1)).toBeLessThanOrEqual(1e-9);
      }
    }
  });

  it('counts a flare as what it takes away, and a second method not at all', async () => {
    const second = { type: 'underground_emission_ch4', inputs: coal(25), object: 'Шахта', part: 'gross_by_factor' };
    const once = await totalsOf(MINE);
    const twice = await totalsOf({ ...MINE, calculations: { ...MINE.calculations, second } as never });
    expect(Object.is(twice.total, once.total)).toBe(true);
    expect(Object.is(twice.mandatory, once.mandatory)).toBe(true);
    expect(twice.contributions.has('second')).toBe(false);
    const flare = once.sources.find(({ key }) => key === 'Шахта#flared');
    // 3 mln m³ · 0.67 · 0.98 = 1969.8 t CH4 become CO2: 1969.8 · (2.75 − 25).
    expect(flare?.total).toBeCloseTo(1969.8 * (2.75 - 25), 6);
    expect(totalRemarks(twice.inventory)[0]).toBe('Контрольные расчёты показаны рядом и не складываются: «second».');
  });

  it('says that the mandatory report takes the measured control of a mine that is managed by factor', async () => {
    const ventilation = { type: 'underground', inputs: mixture(3_000_000, 0.5), object: 'Шахта', part: 'ventilation' };
    const { inventory, mandatory } = await totalsOf({
      ...MINE,
      calculations: { ...MINE.calculations, ventilation } as never,
    });
    expect(mandatory).toBeGreaterThan(3_000_000 * 0.005 * 0.67 * 25);
    expect(totalRemarks(inventory)).toContain(
      'Обязательный отчёт берёт вместо основного метода контрольный замер по приказу № 371: «ventilation».',
    );
  });
});

describe('the total of a project without objects', () => {
  it('is the sum of the results, as before there were objects, and says so', async () => {
    const calculations = [
      // The worked numbers of the formulas: kilograms of coal methane, tonnes of the rest.
      stored('a', 'handling_underground_ch4', { res_ch4: 1_675_000, res_ch4_to_co2: 41_875_000 }),
      stored('b', 'underground', { res_co2: 194.97, res_ch4: 507.68, res_ch4_to_co2: 12_692, sum_co2: 12_886.97 }),
      stored('c', 'open_mining_co2', { res_co2: 3149 }),
      stored('d', 'open_mining_co2', { res_co2: 3026 }),
    ];
    const { total, sources } = await totalsOfResults(...calculations);
    expect(total).toBe(60_936.97);
    expect(sources.map(({ key, count, total: part }) => [key, count, part])).toEqual([
      ['handling_underground_ch4', 1, 41_875],
      ['underground', 1, 12_886.97],
      ['open_mining_co2', 2, 6175],
    ]);
    expect(totalRemarks(await projectInventory(core, unassignedInput(calculations)))).toEqual([
      expect.stringMatching(/^Не отнесено к объекту: 4 расчёта, 60\s936,97 т CO₂-экв\. Они складываются без баланса/),
    ]);
  });

  it('loses nothing to rounding over very many calculations', async () => {
    const tenths = Array.from({ length: 10_000 }, (_, index) =>
      stored(`${index}`, 'open_mining_co2', { res_co2: 0.1 }),
    );
    expect((await totalsOfResults(...tenths)).total).toBe(1000);
  });

  it('leaves out types without emissions and missing results', async () => {
    const { sources, total } = await totalsOfResults(
      stored('a', 'torch_ch4', {}),
      stored('b', 'torch_ch4', { res_ch4: 13.4, res_ch4_to_co2: 335 }),
    );
    expect(sources.map(({ key, count }) => [key, count])).toEqual([['torch_ch4', 1]]);
    expect(total).toBe(335);
  });

  it('is 0 where there are no calculations', async () => {
    expect(await totalsOfResults()).toMatchObject({ sources: [], total: 0, mandatory: 0 });
  });
});
