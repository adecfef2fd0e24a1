import { describe, expect, it } from 'vitest';
import { checkOptions, DEFAULT_OPTIONS, type TrainingOptions } from '#core/training/options.ts';
import { TrainingRefused } from '#core/training/refused.ts';
import { Trainer, TrainingDiverged, ValueTooLarge } from '#core/training/trainer.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { sample } from './samples.ts';

const module = await compiledModule('training');
const OPTIONS: TrainingOptions = { ...DEFAULT_OPTIONS, trees: 50 };

describe('a training', () => {
  it('grows the same trees in slices of any size and reports after each slice', async () => {
    const rows = sample(500, 5);
    const whole = await (await Trainer.open(module, rows)).grow(OPTIONS, { slice: 50 });
    const reports: number[] = [];
    const inSlices = await (await Trainer.open(module, rows)).grow(OPTIONS, {
      slice: 7,
      onSlice: (trees) => {
        reports.push(trees);
      },
    });
    expect(inSlices.trees).toEqual(whole.trees);
    expect(reports).toEqual([7, 14, 21, 28, 35, 42, 49, 50]);
  });

  it('stops when its listener throws, and can be restarted', async () => {
    const trainer = await Trainer.open(module, sample(500, 5));
    const cancelled = new Error('cancelled');
    const onSlice = (trees: number) => {
      if (trees >= 20) throw cancelled;
    };
    await expect(trainer.grow(OPTIONS, { slice: 10, onSlice })).rejects.toBe(cancelled);
    const again = await trainer.grow(OPTIONS);
    const fresh = await (await Trainer.open(module, sample(500, 5))).grow(OPTIONS);
    expect(again.trees).toEqual(fresh.trees);
  });

  it('restarted with other options grows the trees of a new training', async () => {
    const rows = sample(400, 12, { blanks: 0.1 });
    const other = { ...OPTIONS, subsample: 0.6, colsample: 0.5, depth: 5, seed: 9 };
    const trainer = await Trainer.open(module, rows);
    for (const options of [OPTIONS, other, { ...OPTIONS, leaves: 9, depth: 8 }, OPTIONS]) {
      const again = await trainer.grow(options);
      const fresh = await (await Trainer.open(module, rows)).grow(options);
      expect(again.trees).toEqual(fresh.trees);
    }
  });

  it('stops when the validation error has not fallen for as many trees as the patience', async () => {
    const trainer = await Trainer.open(module, sample(200, 4), { validation: sample(200, 4, { seed: 2 }) });
    const { errors, bestTrees, trees } = await trainer.grow(
      { ...OPTIONS, trees: 2000, eta: 0.5, depth: 6 },
      { patience: 10 },
    );
    expect(trees).toHaveLength(bestTrees + 10);
    expect(errors).toHaveLength(trees.length);
    expect(Math.min(...errors)).toBe(errors[bestTrees - 1]);
  });

  it('needs at most 64 MiB for a million rows of seven features', async () => {
    const column = Float64Array.from({ length: 1_000_000 }, (_, row) => row % 1000);
    const rows = { columns: Array.from({ length: 7 }, () => column), target: column };
    const trainer = await Trainer.open(module, rows);
    await trainer.grow({ ...OPTIONS, trees: 2, depth: 6 });
    expect(trainer.size).toBeLessThanOrEqual(64 * 2 ** 20);
  });

  it('reports the column and row of a value that is infinite or beyond f32', async () => {
    const rows = sample(100, 3);
    const spoilt = (value: number) => ({
      ...rows,
      columns: rows.columns.map((column, index) => (index === 1 ? column.with(7, value) : column)),
    });
    for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.1e37, -1e300]) {
      const error = await Trainer.open(module, spoilt(value)).catch((refusal) => refusal);
      expect(error).toBeInstanceOf(ValueTooLarge);
      expect(error).toMatchObject({ column: 1, row: 7 });
    }
    const target = rows.target.with(3, Number.POSITIVE_INFINITY);
    await expect(Trainer.open(module, { ...rows, target })).rejects.toMatchObject({ column: -1, row: 3 });
  });

  it('reports divergence when residuals grow from tree to tree', async () => {
    const trainer = await Trainer.open(module, sample(300, 4));
    const options = { ...OPTIONS, trees: 2000, eta: 1, lambda: 0, subsample: 0.02, depth: 10, seed: 1 };
    await expect(trainer.grow(options)).rejects.toBeInstanceOf(TrainingDiverged);
  });
});

describe('options out of bounds are refused by name', () => {
  it.each<Partial<TrainingOptions>>([
    { trees: 2001 },
    { depth: 11 },
    { eta: 1.01 },
    { lambda: 1e7 },
    { gamma: -1 },
    { minChildWeight: Number.NaN },
    { subsample: 0 },
    { colsample: 2 },
    { maxBin: 256 },
    { seed: -1 },
    { leaves: 1 },
    { monotone: [2] },
  ])('%o', (options) => {
    const check = () => checkOptions({ ...OPTIONS, ...options }, 3);
    expect(check).toThrow(TrainingRefused);
    expect(check).toThrow(Object.keys(options)[0]);
  });

  it('65 features', () => {
    expect(() => checkOptions(OPTIONS, 65)).toThrow(/Признаков 65/);
  });
});
