import { describe, expect, it } from 'vitest';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { projectTotals } from '#core/calculations/totals.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { loadServerCore } from '#functions/core.ts';

const core = await loadServerCore();

const stored = (results: Readonly<Record<string, unknown>>) => results as unknown as Calculation;

describe('the emissions of a project', () => {
  it('are the sums of the total results of its calculations, in tonnes', async () => {
    const totals = await projectTotals(core, {
      // The worked numbers of the formulas: kilograms of coal methane, tonnes of the rest.
      handling_underground_ch4: [stored({ res_ch4: 1_675_000, res_ch4_to_co2: 41_875_000 })],
      underground: [stored({ res_co2: 194.97, res_ch4: 507.68, res_ch4_to_co2: 12_692, sum_co2: 12_886.97 })],
      open_mining_co2: [stored({ res_co2: 3149 }), stored({ res_co2: 3026 })],
    });
    expect(totals).toEqual({
      sources: [
        { type: 'handling_underground_ch4', count: 1, total: 41_875 },
        { type: 'underground', count: 1, total: 12_886.97 },
        { type: 'open_mining_co2', count: 2, total: 6175 },
      ],
      total: 60_936.97,
    });
  });

  it('lose nothing to rounding over very many calculations', async () => {
    const tenths = Array.from({ length: 10_000 }, () => stored({ res_co2: 0.1 }));
    expect((await projectTotals(core, { open_mining_co2: tenths })).total).toBe(1000);
  });

  it('exclude types without emissions and missing results', async () => {
    const totals = await projectTotals(core, {
      recycle_technology: [stored({ technology: 'Факел' })],
      torch_ch4: [stored({}), stored({ res_ch4_to_co2: 335 })],
    });
    expect(totals).toEqual({ sources: [{ type: 'torch_ch4', count: 1, total: 335 }], total: 335 });
  });

  it('are 0 for an empty project', async () => {
    expect(await projectTotals(core, {})).toEqual({ sources: [], total: 0 });
  });
});

it.each(FIELDS_TYPES)('%s names a total in tonnes of CO2 or has no emissions', (type) => {
  const { total, results } = definitionOf(type);
  const masses = Object.values(results).filter((result) => result.kind === 'number' && result.unit !== '');
  if (total === undefined) return expect(masses).toEqual([]);
  const result = results[total];
  if (result?.kind !== 'number') return expect.fail(`${total} is no number result of ${type}`);
  const unit = result.display?.unit ?? result.unit;
  expect(unit === 'т CO₂-экв.' || (unit === 'т' && result.label === 'Выбросы CO₂')).toBe(true);
});
