import { describe, expect, it, test } from 'vitest';
import { PREVIEW_DRAWS } from '#core/uncertainty/assess.ts';
import type { Quantity, UncertaintyPlan } from '#core/uncertainty/plan.ts';
import { splitDraws } from '#core/uncertainty/ranges.ts';
import { UncertaintyRun } from '#core/uncertainty/uncertainty_run.ts';
import { inventoryPlan } from '../../bench/uncertainty/inventory.ts';
import { assess, bits, calculation, core, drawn, sumPlan } from './run_plan.ts';

const N = 5000;
const plan = inventoryPlan(12, N);

/** The plan with every law narrowed to its stated value. */
function exact({ inputs, ...rest }: UncertaintyPlan): UncertaintyPlan {
  const narrowed = Object.entries(inputs).map(
    ([id, { value }]) => [id, { value, law: 'symmetric', percent: 0 }] as const,
  );
  return { ...rest, inputs: Object.fromEntries(narrowed) };
}

describe('draws of an inventory', () => {
  it('all equal the stated total bit for bit when every U is 0', async () => {
    const fixed = Object.entries(plan.inputs).map(([id, { value }]) => [id, { value, law: 'fixed' }] as const);
    const [stated] = await drawn({ ...plan, inputs: Object.fromEntries(fixed) }, 1);
    const totals = await drawn(exact(plan), 2000);
    expect(totals.every((total) => Object.is(total, stated))).toBe(true);
    expect(stated).toBeGreaterThan(0);
  });

  it('of the preview are the first draws of every longer run', async () => {
    const [preview, long] = [await drawn(plan, PREVIEW_DRAWS), await drawn(plan, 3 * PREVIEW_DRAWS)];
    expect(bits(long.subarray(0, PREVIEW_DRAWS))).toEqual(bits(preview));
  });

  it('keep their bits when a source is added: only its own amount is added', async () => {
    const extra: Quantity = { value: 7, law: 'factor', factor: 3 };
    const more: UncertaintyPlan = {
      ...plan,
      inputs: { ...plan.inputs, extra },
      calculations: [...plan.calculations, calculation('zzzz', '0 * x', { x: 'extra' })],
    };
    expect(bits(await drawn(more, N))).toEqual(bits(await drawn(plan, N)));
  });

  it('double exactly when every activity doubles', async () => {
    const doubled = Object.entries(plan.inputs).map(
      ([id, quantity]) => [id, id.endsWith('volume') ? { ...quantity, value: 2 * quantity.value } : quantity] as const,
    );
    const [once, twice] = [await drawn(plan, N), await drawn({ ...plan, inputs: Object.fromEntries(doubled) }, N)];
    expect(twice.every((total, draw) => total === 2 * (once[draw] ?? Number.NaN))).toBe(true);
  });

  it('do not depend on the order in which quantities and calculations are listed', async () => {
    const turned = {
      ...plan,
      inputs: Object.fromEntries(Object.entries(plan.inputs).reverse()),
      calculations: [...plan.calculations].reverse(),
    };
    expect(bits(await drawn(turned, N))).toEqual(bits(await drawn(plan, N)));
  });

  it.each([512, 1024, 33_280])('do not depend on ranges of %d draws, taken backwards', async (size) => {
    const end = 40_000;
    const run = await UncertaintyRun.open(core, plan);
    const whole = run.draw(0, end)[0] ?? new Float64Array();
    const parts = new Float64Array(end);
    for (let first = Math.floor(end / size) * size; first >= 0; first -= size) {
      parts.set(run.draw(first, Math.min(size, end - first))[0] ?? [], first);
    }
    expect(bits(parts)).toEqual(bits(whole));
  });
});

describe('a factor shared by both years', () => {
  const year = (id: string, row: string) => calculation(id, 'volume * ef', { volume: 'volume', ef: row });
  const two = (second: string): UncertaintyPlan => ({
    seed: '5',
    inputs: {
      'dictionary/mining/row1/ef': { value: 18, law: 'factor', factor: 2 },
      other: { value: 18, law: 'factor', factor: 2 },
      volume: { value: 1e6, law: 'fixed' },
    },
    calculations: [year('base', 'dictionary/mining/row1/ef'), year('current', second)],
  });
  const difference = async (second: string) => {
    const run = await UncertaintyRun.open(core, two(second), [({ id }) => id === 'base', ({ id }) => id === 'current']);
    const [base = new Float64Array(), current = new Float64Array()] = run.draw(0, 2048);
    return current.map((total, draw) => total - (base[draw] ?? 0));
  };

  it('gives a trend without spread if the activity is the same', async () => {
    expect((await difference('dictionary/mining/row1/ef')).every((change) => change === 0)).toBe(true);
  });

  it('spreads the trend if each year has its own draw', async () => {
    expect((await difference('other')).some((change) => Math.abs(change) > 1e6)).toBe(true);
  });
});

test('a range of draws is split into whole blocks that cover it once', () => {
  for (const [first, end, workers] of [
    [0, 10_240, 3],
    [10_240, 20_480, 4],
    [0, 1, 8],
    [0, 5000, 2],
  ] as const) {
    const parts = splitDraws(first, end, workers);
    expect(parts.length).toBeLessThanOrEqual(workers);
    expect(parts.every((part) => part.first % 512 === 0)).toBe(true);
    expect(parts.reduce<number>((next, part) => (part.first === next ? next + part.count : Number.NaN), first)).toBe(
      end,
    );
  }
});

describe('the number of draws', () => {
  const narrow: Quantity = { value: 10, law: 'symmetric', percent: 5 };

  it('is that of the preview if its percentiles have an error of 1 %', async () => {
    const { n: _, ...open } = sumPlan({ a: narrow });
    expect((await assess(open)).n).toBe(PREVIEW_DRAWS);
  });

  it('doubles until both ends have the requested precision', async () => {
    const { n: _, ...open } = sumPlan({ a: { value: 10, law: 'factor', factor: 3 } });
    const { n, percentiles } = await assess(open, { precision: 0.01 });
    expect(n).toBeGreaterThan(PREVIEW_DRAWS);
    expect(Math.max(percentiles.p2_5.relativeError, percentiles.p97_5.relativeError)).toBeLessThan(0.01);
    expect((await assess({ ...open, n: n / 2 })).percentiles.p97_5.relativeError).toBeGreaterThan(0.01);
  });

  it('is reported as progress, and drawing stops when it is cancelled', async () => {
    const shares: number[] = [];
    const long = sumPlan({ a: narrow }, 200_000);
    await assess(long, { onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(3);
    const cancelling = new AbortController();
    const stopped = assess(long, { signal: cancelling.signal, onProgress: () => cancelling.abort() });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});
