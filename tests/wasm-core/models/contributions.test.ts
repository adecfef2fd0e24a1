import { describe, expect, test } from 'vitest';
import { ModelRefused } from '#core/models/refused.ts';
import { answers, CONTRIBUTION_FILES, fixture, load } from './fixtures.ts';

interface Expected {
  readonly rows: readonly (readonly (number | null)[])[];
  readonly contributions: readonly number[];
}

describe.each(CONTRIBUTION_FILES)('%s', (file) => {
  const text = new TextDecoder().decode(fixture(`contributions/${file.replace(/\.\w+$/, '.expected.json')}`));
  const expected = JSON.parse(text) as Expected;
  const rows = Float64Array.from(expected.rows.flat().map((value) => value ?? Number.NaN));

  test('gives the library’s contributions within 1e-6 of the row’s largest (XGBoost uses f32)', async () => {
    const predictor = await load(`contributions/${file}`);
    const width = predictor.info.features + 1;
    const computed = predictor.contributions(rows);
    expect(computed.length).toBe(expected.contributions.length);
    for (let at = 0; at < computed.length; at += width) {
      const theirs = expected.contributions.slice(at, at + width);
      const largest = Math.max(...theirs.map(Math.abs));
      const off = theirs.map((value, feature) => Math.abs(value - (computed[at + feature] ?? Number.NaN)) / largest);
      expect(Math.max(...off)).toBeLessThan(predictor.info.family === 'xgboost' ? 1e-6 : 1e-12);
    }
  });
});

test.each([
  ...CONTRIBUTION_FILES.map((file) => `contributions/${file}`),
  'models/xgb_small100x6.ubj',
  'models/lgb_zero100.txt',
])('%s: contributions add up to the raw score', async (path) => {
  const predictor = await load(path);
  const { features } = predictor.info;
  const rows = answers('xgb_small100x6.ubj').rows.subarray(0, 50 * features);
  const raw = predictor.predict(rows, { raw: true });
  const computed = predictor.contributions(rows);
  for (const [index, score] of raw.entries()) {
    const parts = computed.subarray(index * (features + 1), (index + 1) * (features + 1));
    const scale = Math.max(...parts.map(Math.abs));
    expect(Math.abs(parts.reduce((sum, part) => sum + part) - score) / scale).toBeLessThan(1e-6);
  }
});

test('a model with linear leaves has no contributions, as in LightGBM', async () => {
  const predictor = await load('models/lgb_linear60.txt');
  expect(() => predictor.contributions(new Float64Array(7))).toThrow(ModelRefused);
});
