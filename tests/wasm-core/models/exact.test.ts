import { describe, expect, test } from 'vitest';
import { answers, load, MODEL_FILES, module } from './fixtures.ts';

/** Units in the last place between two doubles of one sign. */
function ulps(a: number, b: number): number {
  const bits = (value: number) => new BigInt64Array(Float64Array.of(value).buffer)[0] ?? 0n;
  const distance = bits(a) - bits(b);
  return Number(distance < 0n ? -distance : distance);
}

test('the core imports nothing', () => {
  expect(WebAssembly.Module.imports(module)).toEqual([]);
});

describe.each(MODEL_FILES)('%s', (file) => {
  const { rows, raw, outputs } = answers(file);

  test('raw scores equal the library’s bit for bit', async () => {
    const predictor = await load(`models/${file}`);
    expect(predictor.predict(rows, { raw: true })).toEqual(raw);
  });

  test('outputs equal the library’s: f32 bit for bit, f64 within 1 ulp', async () => {
    const predictor = await load(`models/${file}`);
    const computed = predictor.predict(rows);
    if (predictor.info.family === 'xgboost') expect(computed).toEqual(outputs);
    else
      expect(Math.max(...computed.map((value, row) => ulps(value, outputs[row] ?? Number.NaN)))).toBeLessThanOrEqual(1);
  });

  test('a single row gives the same bits as in a batch', async () => {
    const predictor = await load(`models/${file}`);
    const { features } = predictor.info;
    for (const row of [0, 1, 777, 1999]) {
      expect(predictor.predict(rows.subarray(row * features, (row + 1) * features), { raw: true })).toEqual(
        raw.subarray(row, row + 1),
      );
    }
  });
});

test('a table larger than one batch gives the same bits', async () => {
  const file = 'lgb_rf40.txt';
  const { rows, raw } = answers(file);
  const predictor = await load(`models/${file}`);
  const times = 50;
  const many = new Float64Array(rows.length * times);
  for (let i = 0; i < times; i++) many.set(rows, i * rows.length);
  const computed = predictor.predict(many, { raw: true });
  for (let i = 0; i < times; i++) expect(computed.subarray(i * raw.length, (i + 1) * raw.length)).toEqual(raw);
});
