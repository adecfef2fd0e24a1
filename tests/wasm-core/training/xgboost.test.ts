import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPredictor } from '#core/models/predictor.ts';
import { DEFAULT_OPTIONS, type TrainingOptions } from '#core/training/options.ts';
import { Trainer, type TrainingRows } from '#core/training/trainer.ts';
import { xgboostJson } from '#core/training/xgboost_json.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import {
  ENABLING_COMMAND,
  LIBRARIES,
  prepare,
  pythonWith,
  runPython,
  XGBOOST_1_7_4,
} from '../models/properties/python.ts';
import { chance, sample } from './samples.ts';

const WITH_PYTHON = process.env.CI === 'true' || [XGBOOST_1_7_4, LIBRARIES].every((list) => pythonWith(list));
const ROWS = 3000;

const scaled = (rows: TrainingRows, factor: number, offset: number): TrainingRows => ({
  ...rows,
  target: rows.target.map((y) => y * factor + offset),
});

const MODELS: readonly { name: string; rows: TrainingRows; options: Partial<TrainingOptions> }[] = [
  { name: 'plain', rows: sample(3000, 7), options: { depth: 6, trees: 100 } },
  { name: 'blanks', rows: sample(2000, 7, { blanks: 0.2 }), options: { depth: 6, trees: 80 } },
  { name: 'few_values', rows: sample(2000, 7, { levels: 4 }), options: { depth: 5, trees: 60 } },
  { name: 'offset', rows: scaled(sample(800, 5), 1, 1e6), options: { depth: 4, trees: 50 } },
  { name: 'tiny', rows: scaled(sample(800, 5), 1e-6, 0), options: { depth: 4, trees: 50 } },
  { name: 'large', rows: scaled(sample(800, 5), -3e9, 7), options: { depth: 4, trees: 50 } },
  { name: 'leaves', rows: sample(1500, 7, { blanks: 0.1 }), options: { leaves: 31, depth: 10, trees: 60 } },
  { name: 'monotone', rows: sample(1500, 4), options: { monotone: [1, 0, -1, -1], depth: 5, trees: 60 } },
  {
    name: 'sampled',
    rows: sample(1500, 12),
    options: { subsample: 0.7, colsample: 0.5, depth: 5, trees: 60, seed: 4 },
  },
  { name: 'one_leaf', rows: sample(60, 2), options: { gamma: 1e9, trees: 3 } },
];

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'training-'));
  const module = await compiledModule('training');
  for (const { name, rows, options } of MODELS) {
    const trainer = await Trainer.open(module, rows);
    const forest = await trainer.grow({ ...DEFAULT_OPTIONS, ...options });
    const names = rows.columns.map((_, feature) => `столбец ${feature + 1}`);
    writeFileSync(join(folder, `${name}.json`), xgboostJson(forest, names));
    writeFileSync(join(folder, `${name}.rows.f32`), askedRows(rows, forest.cuts));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rows of the training, of cuts exactly, of values beyond all, and of blanks wherever they may be. */
function askedRows(rows: TrainingRows, cuts: readonly Float32Array[]): Float32Array {
  const random = chance(11);
  const features = rows.columns.length;
  return Float32Array.from({ length: ROWS * features }, (_, index) => {
    const feature = index % features;
    const own = cuts[feature] ?? new Float32Array(0);
    const kind = random();
    if (kind < 0.1) return Number.NaN;
    if (kind < 0.5) return own[Math.floor(random() * own.length)] ?? 0;
    if (kind < 0.6) return (random() - 0.5) * 1e6;
    return rows.columns[feature]?.[Math.floor(random() * rows.target.length)] ?? 0;
  });
}

const scores = (name: string) => new Int32Array(new Uint8Array(readFileSync(join(folder, name))).buffer);

describe.skipIf(!WITH_PYTHON)(
  `a trained model gives the same 32 bits in real XGBoost (${ENABLING_COMMAND} brings it)`,
  { timeout: 300_000 },
  () => {
    it.each([
      ['1.7.4', XGBOOST_1_7_4],
      ['3.4.1', LIBRARIES],
    ])('version %s, from our file and from a file that it saved again', async (version, requirements) => {
      const script = join('tests/wasm-core/training', 'predict.py');
      expect((await runPython(await prepare(requirements), ['-W', 'ignore', script, folder])).trim()).toBe(version);
      const module = await compiledModule('core');
      for (const { name, rows } of MODELS) {
        const predictor = await loadPredictor(module, readFileSync(join(folder, `${name}.json`)));
        const asked = new Float32Array(new Uint8Array(readFileSync(join(folder, `${name}.rows.f32`))).buffer);
        expect(predictor.info.features).toBe(rows.columns.length);
        const own = new Int32Array(Float32Array.from(predictor.predict(Float64Array.from(asked))).buffer);
        expect(scores(`${name}.scores.f32`), name).toEqual(own);
        expect(scores(`${name}.saved.f32`), name).toEqual(own);
      }
    });
  },
);

describe('a trained model in our own predictor', async () => {
  const module = await compiledModule('training');

  it.each(MODELS)('$name: predicts the training rows as the trainer does', async ({ rows, options }) => {
    const trainer = await Trainer.open(module, rows, { validation: rows });
    const forest = await trainer.grow({ ...DEFAULT_OPTIONS, ...options });
    expect(forest.reach).toBeLessThanOrEqual(2 ** 24);
    const names = rows.columns.map((_, feature) => `x${feature}`);
    const predictor = await loadPredictor(
      await compiledModule('core'),
      new TextEncoder().encode(xgboostJson(forest, names)),
    );
    const cells = Float64Array.from({ length: rows.target.length * names.length }, (_, index) => {
      return rows.columns[index % names.length]?.[Math.floor(index / names.length)] ?? Number.NaN;
    });
    expect(predictor.predict(cells)).toEqual(forest.predictions);
  });
});
