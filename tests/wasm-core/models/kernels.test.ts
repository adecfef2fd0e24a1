import { describe, expect, it } from 'vitest';
import { CoreMemory } from '#core/core_memory.ts';
import { placeBitsliced, sliceForest } from '#core/models/bitsliced.ts';
import { type Forest, SplitFlag } from '#core/models/forest.ts';
import { placeForest } from '#core/models/forest_image.ts';
import { maskForest, placeMasks } from '#core/models/masks.ts';
import { BITSLICED_ROWS, BITSLICED_ROWS_WITHOUT_MASKS, chooseKernel, fitKernels, Scorer } from '#core/models/scorer.ts';
import { randomFrom } from '../calculations/random.ts';
import { module } from './fixtures.ts';
import { type Grown, grow, rowsFor, type Shape } from './kernels_forest.ts';

type Kernel = (forest: Forest, rows: Float64Array) => Promise<Float64Array>;

/** Runs an export on rows placed by hand, so that a kernel is meant and not the choice of one. */
function kernel(name: string, place: (memory: CoreMemory, forest: Forest) => number): Kernel {
  return async (forest, rows) => {
    const memory = await CoreMemory.open(module);
    const head = place(memory, forest);
    const from = memory.place(rows);
    const count = rows.length / forest.features;
    const to = memory.take(count * forest.outputs * 8);
    memory.function(name)(head, from, count, to);
    return new Float64Array(memory.buffer, to, count * forest.outputs).slice();
  };
}

const walk = kernel('trees_raw', placeForest);
const bitsliced = kernel('bitsliced', (memory, forest) => {
  const sliced = sliceForest(forest);
  if ('unfit' in sliced) throw new Error(sliced.unfit);
  return placeBitsliced(memory, forest, sliced);
});
const masks = kernel('masks', (memory, forest) => {
  const masked = maskForest(forest);
  if ('unfit' in masked) throw new Error(masked.unfit);
  return placeMasks(memory, forest, masked);
});

const differing = (a: Float64Array, b: Float64Array) => a.findIndex((value, index) => !Object.is(value, b[index]));

const SHAPES: readonly Shape[] = ['full', 'leftmost', 'rightmost', 'zigzag', 'random'];
const ODD_THRESHOLDS = [Infinity, -Infinity, 0, -0, 1e-45, 1e-35, -1e-35, 3e38];

function forest(seed: string, parts: Partial<Grown> & { readonly most: number }): Forest {
  const random = randomFrom(seed);
  const shapes = () => SHAPES[Math.floor(random() * SHAPES.length)] ?? 'full';
  const odd = () => ODD_THRESHOLDS[Math.floor(random() * ODD_THRESHOLDS.length)] ?? 0;
  return grow({
    ...{ family: 'xgboost', features: 5, outputs: 1, random },
    trees: Array.from({ length: 12 }, () => ({ leaves: 1 + Math.floor(random() * parts.most), shape: shapes() })),
    threshold: () => (random() < 0.1 ? odd() : Math.round((random() * 8 - 4) * 16) / 16),
    ...parts,
  });
}

/** Missing types that a model may have; XGBoost knows only the first. */
const MISSING = { NaN: SplitFlag.MISSING_NAN, zero: SplitFlag.MISSING_ZERO, none: 0 };

describe('the bit-sliced kernel and the mask kernel give the same bits as the walk:', () => {
  for (const family of ['xgboost', 'lightgbm'] as const) {
    for (const [name, missing] of Object.entries(MISSING)) {
      if (family === 'xgboost' && missing !== SplitFlag.MISSING_NAN) continue;
      for (const most of [2, 8, 32, 64]) {
        it(`${family}, missing ${name}, up to ${most} leaves`, async () => {
          for (let round = 0; round < 8; round++) {
            const seed = `${family} ${name} ${most} ${round}`;
            const model = forest(seed, { family, missing, most, outputs: 1 + (round % 3), features: 1 + round * 3 });
            const rows = rowsFor(model, 700, randomFrom(seed));
            const expected = await walk(model, rows);
            expect(differing(await bitsliced(model, rows), expected), seed).toBe(-1);
            expect(differing(await masks(model, rows), expected), seed).toBe(-1);
          }
        });
      }
      it(`${family}, missing ${name}, up to 256 leaves, bit-sliced`, async () => {
        for (let round = 0; round < 6; round++) {
          const seed = `${family} ${name} wide ${round}`;
          const model = forest(seed, { family, missing, most: 256 });
          const rows = rowsFor(model, 600, randomFrom(seed));
          expect(differing(await bitsliced(model, rows), await walk(model, rows)), seed).toBe(-1);
        }
      });
    }
  }

  it('full trees of every depth laid out by levels', async () => {
    for (const family of ['xgboost', 'lightgbm'] as const) {
      for (let depth = 1; depth <= 8; depth++) {
        const model = forest(`${family} depth ${depth}`, {
          ...{ family, most: 0 },
          trees: Array.from({ length: 6 }, () => ({ leaves: 2 ** depth, shape: 'full' as const })),
        });
        const rows = rowsFor(model, 600, randomFrom('levels'));
        expect(differing(await bitsliced(model, rows), await walk(model, rows)), `${family} ${depth}`).toBe(-1);
      }
    }
  });

  it('a tree of 256 leaves that uses every code', async () => {
    for (const shape of SHAPES) {
      const model = forest(shape, { most: 0, trees: [{ leaves: 256, shape }], features: 3 });
      const rows = rowsFor(model, 1000, randomFrom(shape));
      expect(differing(await bitsliced(model, rows), await walk(model, rows)), shape).toBe(-1);
    }
  });

  it('any number of features that one pass of the masks joins, and more', async () => {
    for (let features = 1; features <= 24; features++) {
      // Each feature is asked for: which leaves it rules out decides.
      let next = 0;
      const model = forest(`joined ${features}`, { ...{ most: 0, features }, trees: [{ leaves: 64, shape: 'full' }] });
      model.splitFeature.forEach((_, split) => {
        model.splitFeature[split] = next++ % features;
      });
      const rows = rowsFor(model, 300, randomFrom(`joined ${features}`));
      expect(differing(await masks(model, rows), await walk(model, rows)), `${features} features`).toBe(-1);
    }
  });

  it('any number of rows, also one that ends within a slice or a block', async () => {
    const model = forest('counts', { most: 40, outputs: 2 });
    for (const count of [0, 1, 2, 3, 15, 16, 17, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1024, 1025]) {
      const rows = rowsFor(model, count, randomFrom(`rows ${count}`));
      const expected = await walk(model, rows);
      expect(differing(await bitsliced(model, rows), expected), `${count} rows`).toBe(-1);
      expect(differing(await masks(model, rows), expected), `${count} rows`).toBe(-1);
    }
  });

  it('thousands of thresholds, clustered in a narrow range', async () => {
    const random = randomFrom('crowd');
    for (const family of ['xgboost', 'lightgbm'] as const) {
      const model = forest(family, {
        ...{ family, most: 0, features: 2 },
        trees: Array.from({ length: 60 }, () => ({ leaves: 64, shape: 'full' as const })),
        threshold: () => (random() < 0.01 ? random() * 1e30 : 1 + random() * 1e-6),
      });
      const rows = rowsFor(model, 600, randomFrom('crowd rows'));
      const expected = await walk(model, rows);
      expect(differing(await bitsliced(model, rows), expected)).toBe(-1);
    }
  });

  it('a sum of minus zero', async () => {
    for (const family of ['xgboost', 'lightgbm'] as const) {
      const grown = forest('minus', {
        family,
        most: 8,
        trees: Array.from({ length: 5 }, () => ({ leaves: 4, shape: 'full' })),
      });
      const model = { ...grown, base: Float64Array.of(-0), leafValue: grown.leafValue.map(() => -0) };
      const rows = rowsFor(model, 5, randomFrom('minus'));
      expect(await walk(model, rows)).toEqual(new Float64Array(5).fill(-0));
      expect(differing(await bitsliced(model, rows), await walk(model, rows))).toBe(-1);
      expect(differing(await masks(model, rows), await walk(model, rows))).toBe(-1);
    }
  });

  it('a forest without a split', async () => {
    const model = forest('leaves', { most: 1 });
    const rows = rowsFor(model, 130, randomFrom('leaves'));
    const expected = await walk(model, rows);
    expect(differing(await bitsliced(model, rows), expected)).toBe(-1);
    expect(differing(await masks(model, rows), expected)).toBe(-1);
  });
});

describe('the kernel is chosen by the number of rows and the model:', () => {
  const full = (leaves: number, trees = 1): Partial<Grown> & { most: number } => ({
    most: 0,
    trees: Array.from({ length: trees }, () => ({ leaves, shape: 'random' as const })),
  });

  /** Trees of one split by the same feature, each with another threshold. */
  const distinctThresholds = (trees: number) => {
    let next = 0;
    return forest('distinct', { ...full(2, trees), features: 1, threshold: () => ++next });
  };

  it('masks below the threshold, bit-sliced from it on', () => {
    const fits = fitKernels(forest('choice', { most: 64 }));
    expect(chooseKernel(fits, 1)).toBe('masks');
    expect(chooseKernel(fits, BITSLICED_ROWS - 1)).toBe('masks');
    expect(chooseKernel(fits, BITSLICED_ROWS)).toBe('bitsliced');
  });

  it('masks up to 64 leaves; beyond, the walk and, from a few rows on, bit-sliced', () => {
    expect(fitKernels(forest('64', full(64))).masks).not.toHaveProperty('unfit');
    const fits = fitKernels(forest('65', full(65)));
    expect(fits.masks).toEqual({ unfit: 'more than 64 leaves in tree 0' });
    expect(chooseKernel(fits, BITSLICED_ROWS_WITHOUT_MASKS - 1)).toBe('walk');
    expect(chooseKernel(fits, BITSLICED_ROWS_WITHOUT_MASKS)).toBe('bitsliced');
  });

  it('bit-sliced up to 256 leaves; beyond, the walk', () => {
    expect(fitKernels(forest('256', full(256))).bitsliced).not.toHaveProperty('unfit');
    const fits = fitKernels(forest('257', full(257)));
    expect(fits.bitsliced).toEqual({ unfit: 'more than 256 leaves in tree 0' });
    expect(chooseKernel(fits, 100_000)).toBe('walk');
  });

  // Masks take thresholds + 2 rows, of 8 bytes per tree each.
  it.each([
    ['masks only if their table fits in 8 MB', maskForest, 1020, 1024, 'a table of masks above 8388608 bytes'],
    ['bit slices up to 4095 thresholds of a feature', sliceForest, 4095, 4096, 'more than 4095 thresholds in column 0'],
  ] as const)('%s', (_, build, most, tooMany, unfit) => {
    expect(build(distinctThresholds(most))).not.toHaveProperty('unfit');
    expect(build(distinctThresholds(tooMany))).toEqual({ unfit });
  });

  it('the walk for splits that need the value itself', () => {
    const model = forest('walked', { most: 8 });
    const categorical = { ...model, splitFlags: model.splitFlags.map((flags) => flags | SplitFlag.CATEGORICAL) };
    expect(sliceForest(categorical)).toEqual({ unfit: 'categorical splits' });
    const none = new Float64Array(0);
    const linear = { constant: none, start: Int32Array.of(0), feature: new Int32Array(0), coefficient: none };
    expect(sliceForest({ ...model, linear })).toEqual({ unfit: 'linear leaves' });
    const unknown = { ...model, splitThreshold: model.splitThreshold.map(() => Number.NaN) };
    expect(maskForest(unknown)).toEqual({ unfit: 'a threshold that is not a number' });
  });

  it('the walk for a feature with two kinds of missing values', () => {
    const model = forest('kinds', { most: 8, features: 1, family: 'lightgbm' });
    const splitFlags = model.splitFlags.map((flags, split) => (split ? flags : SplitFlag.MISSING_ZERO));
    expect(maskForest({ ...model, splitFlags })).toEqual({ unfit: 'several kinds of missing values in column 0' });
  });

  it('all kernels give the same scores at the threshold', async () => {
    const model = forest('border', { most: 64 });
    for (const count of [BITSLICED_ROWS - 1, BITSLICED_ROWS, BITSLICED_ROWS + 1]) {
      const rows = rowsFor(model, count, randomFrom('border'));
      const memory = await CoreMemory.open(module);
      const scorer = new Scorer(memory, model, placeForest(memory, model));
      const from = memory.place(rows);
      const to = memory.take(count * 8);
      scorer.score(from, count, to);
      const scores = new Float64Array(memory.buffer, to, count).slice();
      expect(scorer.kernel(count)).toBe(count < BITSLICED_ROWS ? 'masks' : 'bitsliced');
      expect(differing(scores, await walk(model, rows))).toBe(-1);
    }
  });
});
