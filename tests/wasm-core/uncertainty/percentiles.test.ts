import { describe, expect, it, test } from 'vitest';
import { percentilesOf } from '#core/uncertainty/percentiles.ts';
import type { Quantity } from '#core/uncertainty/plan.ts';
import { randomFrom } from '../calculations/random.ts';
import { assess, core, drawn, sumPlan } from './run_plan.ts';

/** Percentiles by sorting everything. */
function sorted(values: Float64Array) {
  const n = values.length;
  const order = [...values].sort((a, b) => a - b);
  const q = Math.floor(0.95 * n + 0.5);
  const r = Math.floor((n - q + 1) / 2);
  return [Math.max(1, r), Math.ceil(n / 2), r + q].map((rank) => ({ rank, value: order[rank - 1] }));
}

const random = randomFrom('percentiles');
const samples: readonly (readonly [name: string, values: Float64Array])[] = [
  ['one draw', Float64Array.of(5)],
  ['two draws', Float64Array.of(5, 3)],
  ['equal draws', new Float64Array(1000).fill(7)],
  ['513 even draws', Float64Array.from({ length: 513 }, () => random())],
  ['wide tails', Float64Array.from({ length: 9999 }, () => Math.tan(3 * (random() - 0.5)) ** 9)],
  ['few different values', Float64Array.from({ length: 4097 }, () => Math.floor(random() * 3))],
  [
    'one far value among equal ones',
    Float64Array.from({ length: 5000 }, (_, index) => (index === 77 ? 1e300 : index % 2)),
  ],
  ['the smallest numbers', Float64Array.from({ length: 700 }, () => Math.floor(random() * 9) * 5e-324)],
];

describe('percentiles', () => {
  it.each(samples)('of %s are the values at their ranks in sorted order', async (_, values) => {
    const points = await percentilesOf(core, values);
    expect(Object.values(points ?? {}).map(({ rank, value }) => ({ rank, value }))).toEqual(sorted(values));
  });

  // 0.95·2^20 + 0.5 = 996147.7; (1048576 − 996147 + 1)/2 = 26215.
  it('of 2^20 draws have the ranks of JCGM 101', async () => {
    const points = await percentilesOf(
      core,
      Float64Array.from({ length: 2 ** 20 }, (_, index) => index + 1),
    );
    expect(Object.values(points ?? {}).map(({ rank }) => rank)).toEqual([26_215, 524_288, 1_022_362]);
    expect(Object.values(points ?? {}).map(({ value }) => value)).toEqual([26_215, 524_288, 1_022_362]);
  });

  it.each([Number.NaN, Infinity, -Infinity])('are undefined if a draw is %s', async (value) => {
    expect(await percentilesOf(core, Float64Array.of(1, value, 3))).toBeUndefined();
  });
});

const UNIT: Quantity = { value: 0.5, law: 'uniform', min: 0, max: 1 };

/** How often the stated interval of a percentile has the true one in it, of 200 seeds. */
async function coverage(quantity: Quantity, [low, high]: readonly [number, number], n: number) {
  const hits = { p2_5: 0, p97_5: 0 };
  for (let seed = 1; seed <= 200; seed++) {
    const points = await percentilesOf(core, await drawn(sumPlan({ a: quantity }, n, String(seed)), n));
    if (!points) throw new Error('No percentiles');
    if (points.p2_5.low <= low && low <= points.p2_5.high) hits.p2_5 += 1;
    if (points.p97_5.low <= high && high <= points.p97_5.high) hits.p97_5 += 1;
  }
  return { p2_5: hits.p2_5 / 200, p97_5: hits.p97_5 / 200 };
}

// 200 seeds leave a deviation of 1.5 percentage points by chance: 95 % ± 2 is asked for these very seeds.
test('the interval of a percentile contains the true value for 93 to 97 % of 200 seeds', async () => {
  const even = await coverage(UNIT, [0.025, 0.975], 4096);
  for (const share of Object.values(even)) {
    expect(share).toBeGreaterThanOrEqual(0.93);
    expect(share).toBeLessThanOrEqual(0.97);
  }
});

// JCGM 101:2008, 9.2: four equal quantities; the sum of rectangular ones has a range of ± 2√3·(2 − (3/5)^¼).
describe('the example 9.2 of JCGM 101', () => {
  const four = (quantity: Quantity) => sumPlan({ a: quantity, b: quantity, c: quantity, d: quantity }, 2 ** 20);
  const ROOT3 = Math.sqrt(3);

  it.each([
    ['four rectangular quantities', { value: 0, law: 'uniform', min: -ROOT3, max: ROOT3 }, 3.87940674134782],
    ['four normal quantities', { value: 0, law: 'absolute', half: 1.959963984540054 }, 3.919927969],
  ] as const)(
    '%s: standard uncertainty 2 and the published range',
    async (_, quantity, end) => {
      const { percentiles, moments } = await assess(four(quantity));
      expect(moments.sd).toBeCloseTo(2, 12);
      expect(moments.mean).toBeCloseTo(0, 12);
      // The sampling error is 0.005 (one standard deviation).
      expect(Math.abs(percentiles.p97_5.value - end)).toBeLessThan(0.016);
      expect(Math.abs(percentiles.p2_5.value + end)).toBeLessThan(0.016);
    },
    60_000,
  );

  it('a dominating rectangular quantity: standard uncertainty 10.1489 and a range of ± 17.016', async () => {
    const rectangular = (sd: number): Quantity => ({ value: 0, law: 'uniform', min: -sd * ROOT3, max: sd * ROOT3 });
    const { percentiles, moments } = await assess(
      sumPlan({ a: rectangular(1), b: rectangular(1), c: rectangular(1), d: rectangular(10) }, 2 ** 20),
    );
    expect(moments.sd).toBeCloseTo(10.1488915651, 9);
    expect(percentiles.p97_5.value).toBeCloseTo(17.0158140998667, 1);
    expect(percentiles.p2_5.value).toBeCloseTo(-17.0158140998667, 1);
  }, 60_000);
});
