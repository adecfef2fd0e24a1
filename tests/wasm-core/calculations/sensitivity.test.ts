import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadServerCore } from '#functions/core.ts';
import { computeRows } from './compute_rows.ts';
import type { Cell } from './table_cases.ts';

const core = await loadServerCore();

interface Year {
  readonly volume: number;
  readonly methane: number;
}

/** Quantities as they are measured: zero now and then, else from a thousandth to the largest. */
const quantity = (max: number) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.double({ min: 1e-3, max, noNaN: true }) },
  );
const years = fc.array(fc.record({ volume: quantity(1e9), methane: quantity(200) }), { minLength: 1, maxLength: 12 });
const factor = quantity(200);

const rowsOf = (series: readonly Year[], name = 'а') =>
  series.map(({ volume, methane }, index): Cell[] => [name, 2000 + index, volume, methane]);

const analysed = (series: readonly Year[], ef: number) => computeRows('sensitivity', rowsOf(series), { ef });

/** t CO2-eq of coal mined and handled. */
const emission = ({ volume, methane }: Year, ef: number) => (volume * (methane + ef) * 0.67 * 25) / 1000;

const near = (actual: number | undefined, expected: number, scale: number) =>
  expect(Math.abs((actual ?? Number.NaN) - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(1e-11 * scale);

describe('emissions by year', () => {
  it('equal the closed-form calculation in tonnes, bit for bit, and their sum', async () => {
    await fc.assert(
      fc.asyncProperty(years, factor, async (series, ef) => {
        const { column, head } = await analysed(series, ef);
        const results = ['res_co2', 'res_co2_transport', 'res_co2_all'].map(column);
        for (const [row, { volume, methane }] of series.entries()) {
          const kilograms = (m: number) => core.run('underground_emission_ch4', [volume, m, 0.67], 2)[1] ?? Number.NaN;
          const [mined, handled] = [kilograms(methane) / 1000, kilograms(ef) / 1000];
          expect(results.map((result) => result[row])).toEqual([mined, handled, mined + handled]);
        }
        const total = series.reduce((sum, year) => sum + emission(year, ef), 0);
        near(head.summary.total, total, total);
      }),
      { numRuns: 300 },
    );
  });

  it('have elasticity 1 to volume, the mining share to methane, and none at zero emissions', async () => {
    await fc.assert(
      fc.asyncProperty(years, factor, async (series, ef) => {
        const { column } = await analysed(series, ef);
        const [all, volume, methane] = ['res_co2_all', 'sn_volume', 'sn_methan'].map(column);
        for (const [row, year] of series.entries()) {
          if (all?.[row] === 0) {
            expect([volume?.[row], methane?.[row]]).toEqual([Number.NaN, Number.NaN]);
            continue;
          }
          near(volume?.[row], 1, 1);
          near(methane?.[row], year.methane / (year.methane + ef), 1);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the change to the year before', () => {
  it('equals the sum of its parts, each with the sign of its factor', async () => {
    await fc.assert(
      fc.asyncProperty(years, factor, async (series, ef) => {
        const { column } = await analysed(series, ef);
        const [all = [], change = [], byVolume = [], byMethane = []] = [
          'res_co2_all',
          'change_all',
          'change_volume',
          'change_methane',
        ].map(column);
        expect([change[0], byVolume[0], byMethane[0]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
        for (let row = 1; row < series.length; row++) {
          const [before = 0, now = 0] = [all[row - 1], all[row]];
          const [v = Number.NaN, m = Number.NaN] = [byVolume[row], byMethane[row]];
          const [was, is] = [series[row - 1], series[row]];
          if (!was || !is) continue;
          expect(change[row]).toBe(now - before);
          near(v + m, now - before, Math.max(now, before));
          if (was.volume === is.volume && is.volume > 0) expect(v).toBe(0);
          if (was.methane === is.methane && is.methane + ef > 0) expect(m).toBe(0);
          const rounding = 1e-11 * Math.max(now, before);
          expect(v * Math.sign(is.volume - was.volume)).toBeGreaterThanOrEqual(-rounding);
          expect(m * Math.sign(is.methane - was.methane)).toBeGreaterThanOrEqual(-rounding);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is split by the logarithmic mean when no factor is zero', async () => {
    const positive = fc.record({
      volume: fc.double({ min: 1, max: 1e9, noNaN: true }),
      methane: fc.double({ min: 0.01, max: 200, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(positive, positive, factor, async (was, is, ef) => {
        const { column } = await analysed([was, is], ef);
        const [e0, e1] = [emission(was, ef), emission(is, ef)];
        const mean = Math.abs(e1 / e0 - 1) < 1e-4 ? (e0 + e1) / 2 : (e1 - e0) / Math.log(e1 / e0);
        const tolerance = Math.abs(e1 / e0 - 1) < 1e-4 ? 1e3 : 1e2;
        const parts = [Math.log(is.volume / was.volume), Math.log((is.methane + ef) / (was.methane + ef))];
        const scale = tolerance * mean * Math.max(1, ...parts.map(Math.abs));
        near(column('change_volume')[1], mean * (parts[0] ?? 0), scale);
        near(column('change_methane')[1], mean * (parts[1] ?? 0), scale);
      }),
      { numRuns: 500 },
    );
  });

  it('changes its sign when the years are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(years, factor, async (series, ef) => {
        const forth = await analysed(series, ef);
        const back = await analysed(series.toReversed(), ef);
        const scale = Math.max(...forth.column('res_co2_all'));
        for (const name of ['change_all', 'change_volume', 'change_methane']) {
          const [there, again] = [forth.column(name), back.column(name)];
          for (let row = 1; row < series.length; row++) near(again[series.length - row], -(there[row] ?? 0), scale);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keeps all digits when two years are nearly equal', async () => {
    const { column } = await analysed(
      [
        { volume: 1_000_000, methane: 10 },
        { volume: 1_000_001, methane: 9.99999 },
      ],
      2.5,
    );
    // By a calculator of 60 digits. E itself is rounded to 3e-11; a logarithm of the rounded quotient would be off by 2e-10 of it.
    near(column('change_volume')[1], 0.20937491624997487, 5);
    near(column('change_methane')[1], -0.1675000837436337, 5);
  });
});

it('the total includes many small objects beside a large one without rounding loss', async () => {
  const large: Cell[] = ['большой', 2020, 1e9, 200];
  const small = Array.from({ length: 20_000 }, (_, index): Cell[] => [`малый ${index}`, 2020, 1e-3, 0.01]);
  const { column, head } = await computeRows('sensitivity', [large, ...small], { ef: 0 });
  const [largest = 0, each = 0] = column('res_co2_all');
  expect(each).toBeGreaterThan(0);
  // Half of the last digit of the large one is more than each of the small ones.
  expect(largest + each).toBe(largest);
  expect(head.summary.total).toBe(largest + 20_000 * each);
});

it('results of an object do not depend on other objects or their order', async () => {
  await fc.assert(
    fc.asyncProperty(years, years, factor, async (one, other, ef) => {
      const [a, b] = [rowsOf(one, 'а'), rowsOf(other, 'б')];
      const both = await computeRows('sensitivity', [...a, ...b], { ef });
      const swapped = await computeRows('sensitivity', [...b, ...a], { ef });
      for (const name of ['res_co2_all', 'sn_methan', 'change_volume', 'change_methane']) {
        const swappedColumn = swapped.column(name);
        expect([...swappedColumn.slice(b.length), ...swappedColumn.slice(0, b.length)]).toEqual(both.column(name));
      }
      near(swapped.head.summary.total, both.head.summary.total ?? 0, both.head.summary.total ?? 0);
    }),
    { numRuns: 100 },
  );
});
