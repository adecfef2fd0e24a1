import { describe, expect, it } from 'vitest';
import { compareTotals } from '#core/inventory/totals_change.ts';
import { loadServerCore } from '#functions/core.ts';

const core = await loadServerCore();

const named = (key: string) => ({ key, label: key, object: undefined });

function totals(sources: Partial<Record<'underground' | 'torch_ch4' | 'open_mining_co2', number>>) {
  const entries = Object.entries(sources) as [keyof typeof sources, number][];
  return {
    sources: entries.map(([key, total]) => ({ ...named(key), count: 1, total })),
    total: entries.reduce((sum, [, total]) => sum + total, 0),
  };
}

describe('the change between two projects', () => {
  it('is listed by source in descending order of absolute difference', async () => {
    const before = totals({ underground: 1000, torch_ch4: 50, open_mining_co2: 300 });
    const { sources, all, common } = await compareTotals(
      core,
      before,
      totals({ underground: 700, torch_ch4: 60, open_mining_co2: 500 }),
    );
    expect(sources.map(({ key, difference }) => [key, difference])).toEqual([
      ['underground', -300],
      ['open_mining_co2', 200],
      ['torch_ch4', 10],
    ]);
    expect(all).toEqual({ before: 1350, now: 1260, difference: -90 });
    expect(common).toEqual(all);
  });

  it('compares only common sources like for like and flags a source of one project', async () => {
    const { sources, common, all } = await compareTotals(
      core,
      totals({ underground: 100, torch_ch4: 40 }),
      totals({ underground: 110, open_mining_co2: 5 }),
    );
    expect(sources).toEqual([
      { ...named('torch_ch4'), presence: 'before', before: 40, now: 0, difference: -40 },
      { ...named('underground'), presence: 'both', before: 100, now: 110, difference: 10 },
      { ...named('open_mining_co2'), presence: 'now', before: 0, now: 5, difference: 5 },
    ]);
    expect(common).toEqual({ before: 100, now: 110, difference: 10 });
    expect(all).toEqual({ before: 140, now: 115, difference: -25 });
  });

  it('is zero for two empty projects', async () => {
    const nothing = { before: 0, now: 0, difference: 0 };
    expect(await compareTotals(core, totals({}), totals({}))).toEqual({ sources: [], common: nothing, all: nothing });
  });
});
