import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { parseRows, RowsRefused } from '#functions/cli/predict_rows.ts';
import { commandOf } from '../../support/command.ts';
import { answers } from '../../wasm-core/models/fixtures.ts';

const MODELS = join(ROOT, 'tests/fixtures/trees/models');
const ROWS = 200;
const FEATURES = 7;

const { folder, run: predict, file } = commandOf('predict');

beforeAll(() => {
  const { rows } = answers('xgb_x3_sqe60.json');
  const cells = [...rows.subarray(0, ROWS * FEATURES)].map((value) => (Number.isNaN(value) ? '' : String(value)));
  const lines = Array.from({ length: ROWS }, (_, row) => cells.slice(row * FEATURES, (row + 1) * FEATURES).join(','));
  file('rows.csv', `x1,x2,x7,x8,x12,x13,x15\n${lines.join('\n')}\n`);
  file('wrong.csv', 'x1,x2,x7,x8,x12,x13,x15\n1,2,3,4,5,6,семь\n');
});

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
    '%s: prints one prediction a line at full precision',
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
    [['--model', 'a', '--data', 'b', '--data', 'c'], /^Параметр --data указан дважды/],
    [['--speed'], /Неизвестный параметр: speed/],
    [['--model', join(ROOT, 'package.json'), '--data', 'no.csv'], /не модель XGBoost/],
  ])('%j is refused in Russian', (args, message) => {
    const { status, stdout, stderr } = predict(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\bat .*:\d+/);
  });

  test('refuses a cell that is not a number with its position', () => {
    const { status, stderr } = predict('--model', join(MODELS, 'lgb_rf40.txt'), '--data', join(folder, 'wrong.csv'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/Строка 2, столбец 7: «семь»\. Это не число/);
  });
});

describe('npm run predict with a model of npm run train', { timeout: 120_000 }, () => {
  const HEADERS = ['gas', 'gas:lag1', 'gas:mean3', 'air'];
  /** Gas with a blank, air; rows in the order of time. */
  const GAS = Array.from({ length: 120 }, (_, row) => (row === 40 ? Number.NaN : ((row * 7) % 31) / 8));
  const AIR = GAS.map((_, row) => 100 + ((row * 13) % 17));
  const cell = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '' : String(value));
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const path = (name: string) => join(folder, name);

  beforeAll(() => {
    const source = GAS.map((gas, row) => `${row},${cell(AIR[row])},${cell(gas)},${cell(((row * 5) % 11) / 4)}`);
    writeFileSync(path('mine.csv'), `day,air,gas,next\n${source.join('\n')}\n`);
    // The same columns by another hand.
    const derived = GAS.map((gas, row) => {
      const known = GAS.slice(Math.max(0, row - 2), row + 1).filter((value) => !Number.isNaN(value));
      const mean = row < 2 ? undefined : meanOf(known);
      return [cell(gas), cell(GAS[row - 1]), cell(mean), cell(AIR[row])].join(',');
    });
    writeFileSync(path('derived.csv'), `${HEADERS.join(',')}\n${derived.join('\n')}\n`);
    const { status, stderr } = train('--features', HEADERS.join(','), '--folds', '2', '--gap', '2');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  function train(...more: readonly string[]) {
    const script = join(ROOT, 'functions/cli/train.ts');
    const files = ['--data', path('mine.csv'), '--target', 'next', '--out', path('mine.json')];
    return spawnSync(process.execPath, [script, ...files, '--trees', '20', ...more], { encoding: 'utf8' });
  }

  function predicted(data: string): string {
    const { status, stdout, stderr } = predict('--model', path('mine.json'), '--data', path(data));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  }

  test('makes its lags and means again and finds the columns by their names', () => {
    const predictions = predicted('mine.csv');
    expect(predictions.split('\n')).toHaveLength(GAS.length + 1);
    expect(new Set(predictions.split('\n')).size).toBeGreaterThan(10);
    expect(predictions).toBe(predicted('derived.csv'));
  });

  test('--out writes the same numbers into a file and prints their hashes', () => {
    const { status, stdout } = predict(
      '--model',
      path('mine.json'),
      '--data',
      path('mine.csv'),
      '--out',
      path('out.csv'),
    );
    expect(status).toBe(0);
    const written = readFileSync(path('out.csv'), 'utf8');
    expect(written).toBe(predicted('mine.csv'));
    const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
    expect(JSON.parse(stdout)).toEqual({
      rows: GAS.length,
      features: HEADERS,
      hashes: {
        model_sha256: hash(readFileSync(path('mine.json'))),
        data_sha256: hash(readFileSync(path('mine.csv'))),
        predictions_sha256: hash(written),
      },
    });
  });

  test('names the column that a file lacks', () => {
    writeFileSync(path('airless.csv'), 'gas\n1\n');
    const { status, stderr } = predict('--model', path('mine.json'), '--data', path('airless.csv'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/нет столбца «air»/);
  });

  test.each([
    [['--features', 'gas:lag5', '--folds', '2', '--gap', '4'], /--gap 4 короче самого длинного лага признаков: 5/],
    [['--features', 'next:mean3'], /в которое входит ответ самой строки/],
    [['--features', 'wind:lag2'], /нет столбца «wind»/],
  ])('a training with %j is refused', (args, message) => {
    const { status, stderr } = train(...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe('the table for npm run predict', () => {
  test('may have blank cells, quotes, spaces and signs', () => {
    const rows = parseRows('a,b,c\r\n1, ,"-2.5"\r\n.5,+1e3,NaN\r\n', 3);
    expect([...rows]).toEqual([1, Number.NaN, -2.5, 0.5, 1000, Number.NaN]);
  });

  test('is separated by semicolons if the header has no comma', () => {
    expect([...parseRows('a;b\n1;inf\n', 2)]).toEqual([1, Infinity]);
    expect([...parseRows('a;b\n1 234,5;-1,5e-3\n', 2)]).toEqual([1234.5, -0.0015]);
  });

  test('has a row for a blank line if it has one column', () => {
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
});
