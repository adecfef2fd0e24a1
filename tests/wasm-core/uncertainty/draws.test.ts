import { describe, expect, it, test } from 'vitest';
import type { Quantity } from '#core/uncertainty/plan.ts';
import { bits, calculation, drawn, sumPlan } from './run_plan.ts';

/** A law whose draws are the uniform numbers themselves. */
const UNIT: Quantity = { value: 0.5, law: 'uniform', min: 0, max: 1 };

/** A law whose draws are the normal deviates themselves: ± 1.96 is one standard deviation. */
const STANDARD: Quantity = { value: 0, law: 'absolute', half: 1.959963984540054 };

// Numbers of an independent implementation.
describe('draws of the published ids with seed 2026', () => {
  test.each([
    ['ugA/EF', ['3fdaed339842af42', '3fc762bfdbaf35ec', '3fe87ef7793485e7']],
    ['calc:1/volume', ['3fdc7a42188d5616', '3feb594fdb4a38b3', '3fe96e4e4fd61dc3']],
  ])('%s: the first uniform numbers have the published bits', async (id, expected) => {
    expect(bits(await drawn(sumPlan({ [id]: UNIT }), 3))).toEqual(expected);
  });

  test.each([
    ['ugA/EF', ['bfc99aa9202c03d1', 'bfecf6bcc0b7a98d', '3fe72bdad7d39926']],
    ['calc:1/volume', ['bfc1b7197d8a535e', '3ff0e7d2c4a694f0', '3fea552000167347']],
  ])('%s: the first normal deviates have the published bits', async (id, expected) => {
    expect(bits(await drawn(sumPlan({ [id]: STANDARD }), 3))).toEqual(expected);
  });
});

describe('the draw of a quantity', () => {
  it('is shared by calculations, so that their difference is 0', async () => {
    const plan = {
      ...sumPlan({ row: { value: 18, law: 'factor', factor: 2 } }),
      calculations: [calculation('a', 'ef', { ef: 'row' }), calculation('b', '-ef', { ef: 'row' })],
    };
    expect([...(await drawn(plan))].every((total) => total === 0)).toBe(true);
  });

  it('differs under another id', async () => {
    const plan = {
      ...sumPlan({ a: UNIT, b: UNIT }),
      calculations: [calculation('a', 'x - y', { x: 'a', y: 'b' })],
    };
    expect([...(await drawn(plan))].every((total) => total !== 0)).toBe(true);
  });
});

test('draws depend only on the seed', async () => {
  const [first, again, other] = await Promise.all(['1', '1', '2'].map((seed) => drawn(sumPlan({ a: UNIT }, 64, seed))));
  expect(bits(again ?? [])).toEqual(bits(first ?? []));
  const equal = [...(other ?? [])].filter((value, index) => value === first?.[index]);
  expect(equal).toEqual([]);
});

test('seeds up to 2^64 − 1 give distinct draws', async () => {
  const seeds = ['0', '9007199254740993', '9007199254740992', '18446744073709551615'];
  const firsts = await Promise.all(seeds.map(async (seed) => bits(await drawn(sumPlan({ a: UNIT }, 1, seed), 1))[0]));
  expect(new Set(firsts).size).toBe(seeds.length);
});
