import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPredictor } from '#core/models/predictor.ts';
import { ROOT } from '#functions/cli/build.ts';
import { compiledModule } from '../../support/compiled_module.ts';

const FOLDER = join(ROOT, 'wasm-core/models/demonstration');
const FEATURES = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
const card = readFileSync(join(FOLDER, 'MODEL_CARD.md'), 'utf8');

interface SampleDay {
  readonly date: string;
  readonly [field: string]: number | string | undefined;
}

describe('the shipped demonstration models', () => {
  it.each(['xgboost.ubj', 'lightgbm.txt'])('%s is the file that its card describes', (name) => {
    const bytes = readFileSync(join(FOLDER, name));
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(card).toMatch(
      new RegExp(`\\| \`${name.replace('.', '\\.')}\` \\| ${bytes.length} \\| \\d+ \\| \`${hash}\` \\|`),
    );
  });

  it('are labelled as demonstrations without a real mine', () => {
    expect(card).toContain('Модели демонстрационные. Они обучены на выдуманных данных');
    expect(card).toContain('не годятся для решений по безопасности и для отчётности');
  });
});

describe.each(['xgboost.ubj', 'lightgbm.txt'])('predictions of %s', async (file) => {
  const predictor = await loadPredictor(await compiledModule('core'), readFileSync(join(FOLDER, file)));
  const days = readDays();
  const rows = days.map((day) => FEATURES.map((name) => (typeof day[name] === 'number' ? day[name] : Number.NaN)));
  const predict = (some: readonly number[][]) => Array.from(predictor.predict(Float64Array.from(some.flat())));
  const predicted = predict(rows);

  it('use the fields of a day in their order', () => {
    expect(predictor.info.featureNames).toEqual(FEATURES);
  });

  it('equal the predictions of the library', () => {
    const column = file.slice(0, file.indexOf('.'));
    expect(predicted).toEqual(days.map((day) => day[column]));
  });

  it('are close to the concentrations of days outside the training set', () => {
    const errors = days.map(({ c }, index) => Math.abs(Number(c) - (predicted[index] ?? 0)));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.08);
    expect(Math.min(...predicted)).toBeGreaterThan(0);
    expect(Math.max(...predicted)).toBeLessThan(2);
  });

  it.each([
    ['x1', 1000, 2000, 'fall'],
    ['x2', 1000, 2000, 'fall'],
    ['x12', 0.3, 1.5, 'grow'],
    ['x13', 1500, 2500, 'grow'],
  ] as const)('with %s from %d to %d they only %s', (name, from, to, direction) => {
    const at = FEATURES.indexOf(name);
    const steps = Array.from({ length: 101 }, (_, step) => from + ((to - from) * step) / 100);
    for (const row of rows) {
      const answers = predict(steps.map((value) => row.with(at, value)));
      const sign = direction === 'grow' ? 1 : -1;
      expect(answers.every((answer, step) => step === 0 || sign * (answer - (answers[step - 1] ?? 0)) >= 0)).toBe(true);
    }
  });
});

describe('the demonstration days', () => {
  const days = readDays();
  // Both sides are rounded to four decimals.
  const digits = 3.9;

  it('are consecutive, some with blanks', () => {
    expect(days.length).toBe(120);
    const dates = days.map(({ date }) => Date.parse(date));
    expect(dates.every((date, index) => index === 0 || date - (dates[index - 1] ?? 0) === 86_400_000)).toBe(true);
    expect(days.some(({ x2 }) => x2 === undefined)).toBe(true);
  });

  it('have drained methane equal to concentration · mixture flow', () => {
    for (const [x7, x8, x15] of known(days, 'x7', 'x8', 'x15')) expect(x15).toBeCloseTo((x7 / 100) * x8, digits);
  });

  it('have return-air CH4 equal to the methane that drainage did not capture', () => {
    for (const [c, q, x1] of known(days, 'c', 'q', 'x1')) expect(c).toBeCloseTo((100 * q) / x1, digits);
  });

  it('have exhaust methane equal to that of the longwall and of other sources', () => {
    for (const [x12, x13, q, more] of known(days, 'x12', 'x13', 'q', 'q_elsewhere')) {
      expect((x12 / 100) * x13).toBeCloseTo(q + more, digits);
      expect(more).toBeGreaterThan(0);
    }
  });

  it('stay within the sensor ranges of a real mine', () => {
    const limits = { x1: [0, 2016], x7: [0, 67.7], x13: [0, 3000], x15: [0, 6.4], c: [0, 2] };
    for (const [field, [low = 0, high = 0]] of Object.entries(limits)) {
      for (const [value] of known(days, field)) {
        expect(value, field).toBeGreaterThanOrEqual(low);
        expect(value, field).toBeLessThanOrEqual(high);
      }
    }
  });
});

function readDays(): SampleDay[] {
  const [header = '', ...lines] = readFileSync(join(FOLDER, 'days.csv'), 'utf8').trimEnd().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const [date = '', ...cells] = line.split(',');
    const fields = cells.map((cell, index) => [names[index + 1], cell === '' ? undefined : Number(cell)]);
    return { date, ...Object.fromEntries(fields) };
  });
}

type Values<Fields extends readonly string[]> = { [Index in keyof Fields]: number };

/** The values of `fields` on the days that have them all. */
function known<const Fields extends readonly string[]>(
  days: readonly SampleDay[],
  ...fields: Fields
): Values<Fields>[] {
  const rows = days.map((day) => fields.map((field) => day[field]));
  return rows.filter((row) => row.every((value) => typeof value === 'number')) as unknown as Values<Fields>[];
}
