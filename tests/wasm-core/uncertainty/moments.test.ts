import { describe, expect, it, test } from 'vitest';
import type { Quantity, UncertaintyPlan } from '#core/uncertainty/plan.ts';
import { UncertaintyRun } from '#core/uncertainty/uncertainty_run.ts';
import { inventoryPlan } from '../../bench/uncertainty/inventory.ts';
import { assess, calculation, core, sumPlan } from './run_plan.ts';

/** Mean and standard deviation of draws, plainly. */
function sampled(totals: Float64Array) {
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  const variance = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / totals.length;
  return { mean, sd: Math.sqrt(variance) };
}

// Analytic: e^(σ²/2) with σ = ln f/Z.
test.each([
  [2, 12_060, 12_838.2554451929],
  [3, 1, 1.17010692318667],
])('the mean of a factor %d around %d is the published one', async (factor, value, mean) => {
  const { moments } = await assess(sumPlan({ a: { value, law: 'factor', factor } }));
  expect(moments.mean / mean).toBeCloseTo(1, 13);
});

// 2 × 1.2: σ = √(σ(2)² + σ(1.2)²) = 0.365682540009319.
test('two factors multiply to the published mean', async () => {
  const plan: UncertaintyPlan = {
    ...sumPlan({ a: { value: 1, law: 'factor', factor: 2 }, b: { value: 1, law: 'factor', factor: 1.2 } }),
    calculations: [calculation('a', 'x * y', { x: 'a', y: 'b' })],
  };
  const { moments } = await assess(plan);
  expect(moments.mean).toBeCloseTo(Math.exp(0.365682540009319 ** 2 / 2), 13);
});

const LAWS: readonly Quantity[] = [
  { value: 20, law: 'symmetric', percent: 60 },
  { value: 20, law: 'symmetric', percent: 75, min: 0 },
  { value: 20, law: 'symmetric', percent: 100, min: 0, max: 50 },
  { value: 20, law: 'factor', factor: 3 },
  { value: 20, law: 'factor', factor: 2, min: 15 },
  { value: 20, law: 'factor', factor: 2, min: 5, max: 30 },
  { value: 20, law: 'absolute', half: 9 },
  { value: -20, law: 'absolute', half: 9, max: -15 },
  { value: -20, law: 'symmetric', percent: 50, max: 0 },
  { value: 0.3, law: 'absolute', half: 0.1, shape: 'uniform' },
  { value: 0.3, law: 'absolute', half: 0.4, shape: 'uniform', min: 0 },
  { value: 2, law: 'uniform', min: 1, max: 4 },
  { value: 0.98, law: 'triangular', min: 0.9, mode: 0.98, max: 0.995 },
  { value: 1, law: 'triangular', min: 0.9, mode: 1, max: 1 },
];

describe.each(LAWS.map((quantity) => [JSON.stringify(quantity), quantity] as const))('%s', (_, quantity) => {
  it('has the mean and standard deviation of its draws, all within the bounds', async () => {
    const n = 2 ** 17;
    const { totals, moments, percentiles } = await assess(sumPlan({ a: quantity }, n));
    const sample = sampled(totals);
    expect(Math.abs(moments.mean - sample.mean)).toBeLessThan((4.5 * sample.sd) / Math.sqrt(n));
    expect(Math.abs(moments.sd / sample.sd - 1)).toBeLessThan(0.02);
    const { min = -Infinity, max = Infinity } = quantity as { min?: number; max?: number };
    expect(totals.every((total) => total >= min - 1e-9 && total <= max + 1e-9)).toBe(true);
    expect(percentiles.p2_5.value).toBeLessThan(percentiles.p97_5.value);
  });
});

// Analytic, scipy.stats.truncnorm 1.16. The sampling error of an end is 0.002 (one standard deviation).
test.each([
  { percent: 75, low: 0.276731, high: 1.750735, mean: 1.00504336 },
  { percent: 100, low: 0.157666, high: 2.005514, mean: 1.03058406 },
])(
  '± $percent % truncated at 0 has the range of the truncated normal law',
  async ({ percent, low, high, mean }) => {
    const quantity: Quantity = { value: 1, law: 'symmetric', percent, min: 0 };
    const { percentiles, moments } = await assess(sumPlan({ a: quantity }, 2 ** 19));
    expect(Math.abs(percentiles.p2_5.value - low)).toBeLessThan(0.008);
    expect(Math.abs(percentiles.p97_5.value - high)).toBeLessThan(0.008);
    expect(moments.mean).toBeCloseTo(mean, 6);
  },
  60_000,
);

describe('the uncertainty of an inventory', () => {
  it('has the mean, standard deviation and shares of its draws', async () => {
    const n = 2 ** 17;
    const { totals, moments } = await assess(inventoryPlan(12, n));
    const sample = sampled(totals);
    expect(moments.from).toBe('closed_form');
    expect(Math.abs(moments.mean - sample.mean)).toBeLessThan((4.5 * sample.sd) / Math.sqrt(n));
    expect(moments.sd / sample.sd).toBeCloseTo(1, 2);
    const shares = Object.values(moments.shares);
    expect(shares.every((share) => share >= 0)).toBe(true);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThan(0.9);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-12);
  });

  it('estimates shares from the draws close to the closed form', async () => {
    const plan = inventoryPlan(6, 2 ** 16);
    const exact = (await assess(plan)).moments;
    const [first] = plan.calculations;
    if (!first) throw new Error('No calculation');
    // x·x/x is x, but not multilinear.
    const squared = { ...first, formula: first.formula.replace('ef', 'ef * ef / ef') };
    const { moments } = await assess({ ...plan, calculations: [squared, ...plan.calculations.slice(1)] });
    expect(moments.from).toBe('sample');
    expect(moments.mean / exact.mean).toBeCloseTo(1, 2);
    expect(moments.sd / exact.sd).toBeCloseTo(1, 1);
    for (const [id, share] of Object.entries(exact.shares)) expect(moments.shares[id]).toBeCloseTo(share, 1);
  });

  it('computes a quotient of quantities from its draws', async () => {
    const plan: UncertaintyPlan = {
      ...sumPlan(
        { a: { value: 10, law: 'uniform', min: 8, max: 12 }, b: { value: 2, law: 'uniform', min: 1, max: 3 } },
        2 ** 17,
      ),
      calculations: [calculation('a', 'x / y', { x: 'a', y: 'b' })],
    };
    const { moments } = await assess(plan);
    // E[1/y] = ln 3/2.
    expect(moments.mean).toBeCloseTo(5 * Math.log(3), 1);
    expect(moments.from).toBe('sample');
  });
});

test('a shared quantity moves both calculations together', async () => {
  const inputs: Record<string, Quantity> = { row: { value: 10, law: 'symmetric', percent: 10 } };
  const twice = {
    ...sumPlan(inputs),
    calculations: [calculation('a', 'x', { x: 'row' }), calculation('b', 'x', { x: 'row' })],
  };
  const once = await assess(sumPlan(inputs));
  const both = await assess(twice);
  expect(both.moments.sd).toBeCloseTo(2 * once.moments.sd, 12);
  expect(both.moments.shares).toEqual({ row: expect.closeTo(1, 12) });
});

test('approaches 1 and 2 agree within 1 % for small symmetric U', async () => {
  const inputs = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `x${index}`,
      { value: 5 + index, law: 'symmetric', percent: 2 + (index % 4) } as const,
    ]),
  );
  const products = Array.from({ length: 6 }, (_, index) =>
    // The first factor is shared by all.
    calculation(`c${index}`, 'a * b * s', { a: `x${2 * index}`, b: `x${2 * index + 1}`, s: 'shared' }),
  );
  const plan: UncertaintyPlan = {
    seed: '9',
    n: 2 ** 20,
    inputs: { ...inputs, shared: { value: 3, law: 'symmetric', percent: 4 } },
    calculations: products,
  };
  const { percentiles, moments } = await assess(plan);
  const width = (percentiles.p97_5.value - percentiles.p2_5.value) / 2;
  expect(Math.abs(width / moments.halfWidth - 1)).toBeLessThan(0.01);
}, 60_000);

test('a swing is the total at the quantity’s 2.5 and 97.5 % points with all others as stated', async () => {
  const plan: UncertaintyPlan = {
    ...sumPlan({
      a: { value: 10, law: 'factor', factor: 2 },
      b: { value: 5, law: 'symmetric', percent: 20 },
      c: { value: 3, law: 'fixed' },
    }),
    calculations: [calculation('a', 'x * y + c', { x: 'a', y: 'b', c: 'c' })],
  };
  const swings = (await UncertaintyRun.open(core, plan)).swings();
  expect(swings).toEqual([
    { id: 'a', low: expect.closeTo(28, 12), high: expect.closeTo(103, 11) },
    { id: 'b', low: expect.closeTo(43, 12), high: expect.closeTo(63, 12) },
  ]);
});

test('swings of more than 256 quantities are independent', async () => {
  const inputs = Object.fromEntries(
    Array.from({ length: 600 }, (_, index) => [
      `x${index}`,
      { value: 1, law: 'symmetric', percent: 1 + (index % 90) } as const,
    ]),
  );
  const swings = (await UncertaintyRun.open(core, sumPlan(inputs))).swings();
  expect(swings).toHaveLength(600);
  for (const [index, { id, high }] of swings.entries()) {
    expect(id).toBe(`x${index}`);
    expect(high).toBeCloseTo(600 + (1 + (index % 90)) / 100, 9);
  }
});
