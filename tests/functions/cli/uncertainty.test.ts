import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf } from '../../support/command.ts';
import { ALL_LAWS_PLAN } from '../../wasm-core/uncertainty/all_laws_plan.ts';

const { folder, run: uncertainty, file } = commandOf('uncertainty');

function printed(...args: readonly string[]) {
  const { status, stdout, stderr } = uncertainty(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('npm run uncertainty', { timeout: 60_000 }, () => {
  test('prints one JSON object with the totals’ SHA-256, percentiles, ranks, moments and shares', () => {
    const json = printed(file('plan.json', ALL_LAWS_PLAN));
    expect(Object.keys(json)).toEqual(['n', 'totals_sha256', 'percentiles', 'ranks', 'mean', 'sd', 'shares']);
    expect(json).toMatchObject({ n: 70_001, ranks: { p2_5: 1750, p50: 35_001, p97_5: 68_251 } });
    expect(json.totals_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(json.percentiles.p2_5).toBeLessThan(json.percentiles.p50);
    expect(Object.keys(json.shares)).toContain('датчик/3');
    expect(Object.keys(json.shares)).not.toContain('density');
  });

  test('keeps all digits of a seed that is a number', () => {
    const text = JSON.stringify({ ...ALL_LAWS_PLAN, n: 512 });
    const asText = printed(file('text.json', text));
    const asNumber = printed(file('number.json', text.replace(`"${ALL_LAWS_PLAN.seed}"`, ALL_LAWS_PLAN.seed)));
    expect(asNumber).toEqual(asText);
  });

  test('prints that no uncertainty is stated, never ± 0', () => {
    const fixed = { x: { value: 7, law: 'fixed' } };
    const calculations = [{ id: 'a', formula: 'x * 2', inputs: { x: 'x' }, divisor: 1 }];
    const { status, stdout, stderr } = uncertainty(file('fixed.json', { seed: 1, n: 10, inputs: fixed, calculations }));
    expect(status).toBe(0);
    expect(stderr).toContain('Неопределённость не задана');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ mean: 14, sd: null, percentiles: null, ranks: null, shares: {}, note: 'неопределённость не задана' },
    });
  });

  test('names a calculation without uncertainty', () => {
    const calculations = [
      { id: 'known', formula: 'x', inputs: { x: 'x' }, divisor: 1 },
      { id: 'open', formula: 'y', inputs: { y: 'y' }, divisor: 1 },
    ];
    const inputs = { x: { value: 7, law: 'factor', factor: 2 }, y: { value: 3, law: 'fixed' } };
    const { stdout, stderr } = uncertainty(file('mixed.json', { seed: 1, n: 10, inputs, calculations }));
    expect(stderr).toBe('Расчёт «open»: неопределённость не задана.\n');
    expect(JSON.parse(stdout).sd).toBeGreaterThan(0);
  });

  test('--propagation prints table 3.2 with the total, the trend and their uncertainty', () => {
    const rows = [
      { name: 'а', base: 100, current: 120, u_activity: 3, u_factor: 4, factor_correlated: true },
      { name: 'б', base: 50, current: 30, u_activity: 1, u_factor: 1, factor_correlated: false },
    ];
    const json = printed('--propagation', file('rows.json', rows));
    expect(Object.keys(json)).toEqual(['table', 'total', 'u_total', 'trend', 'u_trend']);
    expect(json).toMatchObject({ total: 150, trend: 0 });
    expect(json.u_total).toBeCloseTo(Math.hypot(5 * 120, Math.SQRT2 * 30) / 150, 12);
    expect(json.table).toHaveLength(2);
  });

  test.each([
    [[], 'Укажите один файл.'],
    [['--propagation'], 'Укажите файл после --propagation.'],
    [['a.json', 'b.json'], 'Укажите один файл.'],
    [['--seed', '5', 'a.json'], 'Неизвестный параметр: seed.'],
  ])('prints the usage for %j', (args, message) => {
    const { status, stdout, stderr } = uncertainty(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('Запуск: npm run uncertainty -- ПЛАН.json');
  });

  test('names a missing file and a file that is not JSON', () => {
    expect(uncertainty(join(folder, 'nowhere.json')).stderr).toContain('nowhere.json: такого файла нет.');
    expect(uncertainty(file('broken.json', '{"seed": 1,')).stderr).toContain('broken.json — не JSON');
  });

  test('refuses a faulty plan with its fields in Russian and prints nothing to stdout', () => {
    const bad = {
      ...ALL_LAWS_PLAN,
      inputs: { ...ALL_LAWS_PLAN.inputs, wide: { value: 1, law: 'symmetric', percent: 300 } },
    };
    const { status, stdout, stderr } = uncertainty(file('bad.json', bad));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('inputs.wide.percent: ± 300 % больше ± 100 %.');
  });

  test('refuses a division by 0 in a draw', () => {
    const inputs = { x: { value: 0, law: 'fixed' }, y: { value: 1, law: 'factor', factor: 2 } };
    const calculations = [{ id: 'a', formula: 'y / x', inputs: { x: 'x', y: 'y' }, divisor: 1 }];
    const { status, stdout, stderr } = uncertainty(file('zero.json', { seed: 1, n: 600, inputs, calculations }));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Итог розыгрыша 1 — не число: деление на ноль');
  });
});
