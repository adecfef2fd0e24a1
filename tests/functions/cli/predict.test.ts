import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { parseRows, RowsRefused } from '#functions/cli/predict_rows.ts';
import { answers } from '../../wasm-core/models/fixtures.ts';

const MODELS = join(ROOT, 'tests/fixtures/trees/models');
const ROWS = 200;
const FEATURES = 7;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'predict-'));
  const { rows } = answers('xgb_x3_sqe60.json');
  const cells = [...rows.subarray(0, ROWS * FEATURES)].map((value) => (Number.isNaN(value) ? '' : String(value)));
  const lines = Array.from({ length: ROWS }, (_, row) => cells.slice(row * FEATURES, (row + 1) * FEATURES).join(','));
  writeFileSync(join(folder, 'rows.csv'), `x1,x2,x7,x8,x12,x13,x15\n${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'wrong.csv'), 'x1,x2,x7,x8,x12,x13,x15\n1,2,3,4,5,6,семь\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as `npm run predict` does. */
function predict(...args: readonly string[]) {
  const script = join(ROOT, 'functions/cli/predict.ts');
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 60_000 });
}

function printed(model: string, ...more: readonly string[]): number[][] {
  const { status, stdout, stderr } = predict(
    '--model',
    join(MODELS, model),
    '--data',
    join(folder, 'rows.csv'),
    ...more,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').map(Number));
}

describe('npm run predict', { timeout: 60_000 }, () => {
  test.each(['xgb_x3_sqe60.json', 'xgb_dart60.ubj', 'lgb_quantile60.txt'])(
    '%s: a prediction a line, no digit lost',
    (model) => {
      expect(printed(model)).toEqual([...answers(model).outputs.subarray(0, ROWS)].map((value) => [value]));
    },
  );

  test('--raw prints raw scores', () => {
    const model = 'xgb_gamma100x5.json';
    expect(printed(model, '--raw').flat()).toEqual([...answers(model).raw.subarray(0, ROWS)]);
  });

  test('--contributions prints a number per feature and the mean, which add up to the raw score', () => {
    const model = 'lgb_small100.txt';
    for (const [row, parts] of printed(model, '--contributions').entries()) {
      expect(parts.length).toBe(FEATURES + 1);
      expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(answers(model).raw[row] ?? Number.NaN, 10);
    }
  });

  test.each([
    [['--model', 'no.json', '--data', 'no.csv'], /Файл no\.json: такого файла нет/],
    [['--data', 'no.csv'], /Укажите --model и --data/],
    [['--speed'], /Неизвестный параметр: speed/],
    [['--model', join(ROOT, 'package.json'), '--data', 'no.csv'], /не модель XGBoost/],
  ])('%j is refused in Russian', (args, message) => {
    const { status, stdout, stderr } = predict(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\bat .*:\d+/);
  });

  test('a cell that is no number is refused with its place', () => {
    const { status, stderr } = predict('--model', join(MODELS, 'lgb_rf40.txt'), '--data', join(folder, 'wrong.csv'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/Строка 2, столбец 7: «семь»\. Это не число/);
  });
});

describe('rows of a table', () => {
  test('blank cells are missing; quotes, spaces and signs are allowed', () => {
    const rows = parseRows('a,b,c\r\n1, ,"-2.5"\r\n.5,+1e3,NaN\r\n', 3);
    expect([...rows]).toEqual([1, Number.NaN, -2.5, 0.5, 1000, Number.NaN]);
  });

  test('semicolons separate where the header has no comma', () => {
    expect([...parseRows('a;b\n1;inf\n', 2)]).toEqual([1, Infinity]);
    expect([...parseRows('a;b\n1 234,5;-1,5e-3\n', 2)]).toEqual([1234.5, -0.0015]);
  });

  test('a blank line of a table of one column is a row', () => {
    expect([...parseRows('a\n1\n\n2\n', 1)]).toEqual([1, Number.NaN, 2]);
  });

  test.each([
    ['', 1, /пуста/],
    ['a,b\n', 3, /заголовке столбцов 2/],
    ['a,b\n1,2\n3\n', 2, /Строка 3: столбцов 1/],
    ['a\n0x10\n', 1, /«0x10»\. В числе лишние буквы: «x»/],
    ['a\n1 2\n', 1, /Пробел стоит не между разрядами/],
  ])('%j is refused', (text, features, message) => {
    expect(() => parseRows(text, features)).toThrow(RowsRefused);
    expect(() => parseRows(text, features)).toThrow(message);
  });

  test('columns in another order than the model’s are refused', () => {
    expect(() => parseRows('b,a\n1,2\n', 2, ['a', 'b'])).toThrow(/на месте 1 «b», а нужно «a»/);
    expect([...parseRows('x,y\n1,2\n', 2, ['a', 'b'])]).toEqual([1, 2]);
  });
});
