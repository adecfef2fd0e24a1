import { describe, expect, it, test } from 'vitest';
import { keyCategories } from '#core/uncertainty/key_categories.ts';
import { PlanRefused } from '#core/uncertainty/plan_refused.ts';
import { beyondApproach1, type PropagationRow, propagate, readPropagationRows } from '#core/uncertainty/propagation.ts';
import { core } from './run_plan.ts';

const row = (
  name: string,
  base: number,
  current: number,
  u_activity: number,
  u_factor: number,
  factor_correlated = true,
) => ({ name, base, current, u_activity, u_factor, factor_correlated }) satisfies PropagationRow;

/** Table 3.2 by its equations, written down once more. */
function table32(rows: readonly PropagationRow[]) {
  const [c, d] = [rows.reduce((sum, { base }) => sum + base, 0), rows.reduce((sum, { current }) => sum + current, 0)];
  let level = 0;
  let change = 0;
  for (const { base, current, u_activity, u_factor, factor_correlated } of rows) {
    level += ((Math.hypot(u_activity, u_factor) * current) / d) ** 2;
    const raised = (0.01 * current + d - (0.01 * base + c)) / (0.01 * base + c);
    const a = Math.abs(raised * 100 - ((d - c) / c) * 100);
    const b = Math.abs(current / c);
    const k = factor_correlated ? a * u_factor : b * u_factor * Math.SQRT2;
    change += k ** 2 + (b * u_activity * Math.SQRT2) ** 2;
  }
  return { total: d, u_total: Math.sqrt(level), trend: ((d - c) / c) * 100, u_trend: Math.sqrt(change) };
}

describe('approach 1', () => {
  it('computes table 3.2 of sources, a negative recovery included', async () => {
    const rows = [
      row('добыча', 9000, 12_060, 2, 50),
      row('после добычи', 1500, 1675, 2, 50),
      row('каптаж', -1000, -3015, 5, 2, false),
      row('топливо', 300, 280, 2, 3),
    ];
    const { table, ...sums } = await propagate(core, rows);
    const expected = table32(rows);
    for (const [name, value] of Object.entries(expected)) {
      expect(sums[name as keyof typeof expected], name).toBeCloseTo(value, 10);
    }
    expect(table.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
    const [first] = table;
    expect(first?.u_combined).toBeCloseTo(Math.sqrt(2 ** 2 + 50 ** 2), 13);
    expect(first?.contribution).toBeCloseTo(((Math.sqrt(2504) * 12_060) / 11_000) ** 2, 9);
    expect(first?.trend_contribution).toBeCloseTo(
      (first?.trend_factor ?? 0) ** 2 + (first?.trend_activity ?? 0) ** 2,
      10,
    );
  });

  it('uses the sensitivity of a 1 % step, as the table does, not the derivative', async () => {
    // C 100 and 50, D 120 and 30: the derivative of the trend by the first source would be 0.13333.
    const { table } = await propagate(core, [row('a', 100, 120, 1, 1), row('b', 50, 30, 1, 1)]);
    const step = Math.abs(((1.2 + 150 - (1 + 150)) / (1 + 150)) * 100 - 0);
    expect(table[0]?.sensitivity_a).toBeCloseTo(step, 13);
    expect(table[0]?.sensitivity_a).toBeCloseTo(0.13245, 5);
    expect(table[0]?.sensitivity_b).toBeCloseTo(0.8, 14);
  });

  it('leaves the trend undefined without emissions in the base year', async () => {
    const { trend, u_trend, u_total } = await propagate(core, [row('a', 0, 10, 3, 4)]);
    expect({ trend, u_trend }).toEqual({ trend: undefined, u_trend: undefined });
    expect(u_total).toBeCloseTo(5, 13);
  });

  it('names the sources beyond its validity', async () => {
    const propagation = await propagate(core, [row('по кодам', 1, 1, 2, 100), row('замер', 1, 1, 2, 5)]);
    expect(beyondApproach1(propagation)).toEqual(['по кодам']);
  });

  it.each([
    [{}, 'Укажите список строк'],
    [[], 'Укажите список строк'],
    [[7], '[0]: Строка — объект'],
    [[{ ...row('a', 1, 1, 1, 1), base: '1' }], '[0].base: Укажите конечное число без кавычек.'],
    [[row('a', 1, 1, 1, 1), { ...row('b', 1, 1, -2, 1) }], '[1].u_activity: Неопределённость в процентах не бывает'],
    [[{ ...row('a', 1, 1, 1, 1), factor_correlated: 1 }], '[0].factor_correlated: Укажите true или false.'],
    [[{ ...row('', 1, 1, 1, 1) }], '[0].name: Укажите название источника текстом.'],
  ])('refuses %j with its field', (content, message) => {
    expect(() => readPropagationRows(content)).toThrow(PlanRefused);
    expect(() => readPropagationRows(content)).toThrow(message);
  });
});

describe('key categories', () => {
  const rows = [
    { name: 'малый', base: 10, current: 10, u: 100 },
    { name: 'большой', base: 700, current: 800, u: 10 },
    { name: 'средний', base: 290, current: 150, u: 40 },
    { name: 'ничтожный', base: 0, current: 1, u: 5 },
  ];

  const LARGEST_FIRST = [
    ['большой', true],
    ['средний', true],
    ['малый', false],
    ['ничтожный', false],
  ];

  it('by level are the largest emissions that add up to 95 %', async () => {
    const { level } = await keyCategories(core, rows);
    expect(level.map(({ name, isKey }) => [name, isKey])).toEqual(LARGEST_FIRST);
    expect(level[0]?.share).toBeCloseTo(800 / 961, 14);
    expect(level.at(-1)?.cumulative).toBeCloseTo(1, 14);
  });

  it('by trend are those that change differently from the total', async () => {
    const { trend } = await keyCategories(core, rows);
    const change = (961 - 1000) / 1000;
    const t = [
      0.01 * Math.abs(0 - change),
      0.7 * Math.abs(100 / 700 - change),
      0.29 * Math.abs(-140 / 290 - change),
      1 / 1000,
    ];
    const sum = t.reduce((all, value) => all + value, 0);
    expect(trend.map(({ name }) => name)).toEqual(['средний', 'большой', 'ничтожный', 'малый']);
    expect(trend[0]?.share).toBeCloseTo((t[2] ?? 0) / sum, 13);
  });

  it('by approach 2 weight emissions by their uncertainty', async () => {
    const { levelUncertainty } = await keyCategories(core, rows);
    expect(levelUncertainty.map(({ name, isKey }) => [name, isKey])).toEqual(LARGEST_FIRST);
    expect(levelUncertainty[0]?.share).toBeCloseTo(8000 / (8000 + 6000 + 1000 + 5), 14);
  });

  it('are empty without emissions', async () => {
    const { level } = await keyCategories(core, [{ name: 'a', base: 0, current: 0, u: 1 }]);
    expect(level).toEqual([{ name: 'a', share: 0, cumulative: 0, isKey: false }]);
  });
});

test('approach 1 of a single source is √(a² + f²)', async () => {
  expect((await propagate(core, [row('a', 1, 1, 3, 4)])).u_total).toBeCloseTo(5, 14);
});
