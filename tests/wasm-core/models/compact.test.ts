import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writeCompact } from '#core/models/compact.ts';
import { loadPredictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { randomFrom } from '../calculations/random.ts';
import { answers, CONTRIBUTION_FILES, fixture, load, MODEL_FILES, module } from './fixtures.ts';
import { json, lightgbm, STUMP, xgboost } from './made_models.ts';

const PATHS = [
  ...MODEL_FILES.map((file) => `models/${file}`),
  ...CONTRIBUTION_FILES.map((file) => `contributions/${file}`),
];

describe('the compact form', () => {
  test.each(PATHS)('%s: is read back unchanged', async (path) => {
    const forest = await readModel(module, fixture(path));
    expect(await readModel(module, writeCompact(forest, { covers: true }))).toMatchObject(forest);
  });

  test.each(MODEL_FILES)('%s: gives the same raw scores', async (file) => {
    const { rows, raw } = answers(file);
    const predictor = await loadPredictor(module, writeCompact(await readModel(module, fixture(`models/${file}`))));
    expect(predictor.predict(rows, { raw: true })).toEqual(raw);
  });

  test('refuses contributions without covers', async () => {
    const path = 'contributions/lgb_plain.txt';
    const forest = await readModel(module, fixture(path));
    const row = new Float64Array(5);
    const bare = await loadPredictor(module, writeCompact(forest));
    expect(() => bare.contributions(row)).toThrow(ModelRefused);
    const whole = await loadPredictor(module, writeCompact(forest, { covers: true }));
    expect(whole.contributions(row)).toEqual((await load(path)).contributions(row));
  });

  test('keeps the bits of -0, infinite and equal thresholds', async () => {
    for (const threshold of ['-0', '0', 'inf', '-inf', '1e-300']) {
      const forest = await readModel(
        module,
        lightgbm([
          {
            ...{ num_leaves: '2', num_cat: '0', split_feature: '1' },
            threshold,
            ...{ decision_type: '8', left_child: '-1', right_child: '-2', leaf_value: '1 2' },
          },
        ]),
      );
      expect((await readModel(module, writeCompact(forest))).splitThreshold).toEqual(forest.splitThreshold);
    }
    const minus = json(xgboost({ trees: [STUMP, { ...STUMP, split_conditions: [-1.5, -0, 0] }] }));
    const forest = await readModel(module, minus);
    expect(await readModel(module, writeCompact(forest, { covers: true }))).toMatchObject(forest);
  });

  test('takes at most three bytes a node after brotli', async () => {
    const forest = await readModel(module, fixture('models/xgb_small100x6.ubj'));
    const nodes = forest.splitFeature.length + forest.leafValue.length;
    expect(brotliCompressSync(writeCompact(forest)).length / nodes).toBeLessThan(3);
  });

  test('is refused when damaged, or read as a working model', async () => {
    const whole = writeCompact(await readModel(module, fixture('contributions/xgb_categories.json')), { covers: true });
    const random = randomFrom('damage');
    for (let i = 0; i < 2000; i++) {
      const bytes = whole.slice(0, random() < 0.2 ? Math.floor(random() * whole.length) : whole.length);
      for (let flips = 0; flips < 3; flips++) bytes[8 + Math.floor(random() * (bytes.length - 8))] = random() * 256;
      try {
        const predictor = await loadPredictor(module, bytes);
        predictor.predict(new Float64Array(predictor.info.features).fill(random() * 40));
      } catch (error) {
        expect(error).toBeInstanceOf(ModelRefused);
      }
    }
  });
});
