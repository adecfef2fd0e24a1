import type { CoreAnalysis } from './core_analysis.ts';
import { modelTargetOf, rowsOf } from './evaluate.ts';
import type { Fold } from './folds.ts';
import { DEFAULT_OPTIONS, type TrainingOptions } from './options.ts';
import type { TrainingTable } from './table.ts';
import { Trainer, TrainingDiverged } from './trainer.ts';

/**
 * Configurations of a search, most trees of each, and the patience: trees without a lower error
 * before it stops.
 */
export const CONFIGURATIONS = 48;
const MOST_TREES = 300;
const PATIENCE = 30;

/** Values of each option of the search, in the order of the hash's numbers. */
const SPACE = {
  depth: [1, 2, 3, 4, 5, 6],
  eta: [0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3],
  lambda: [0.1, 0.3, 1, 3, 10, 30, 100],
  minChildWeight: [1, 3, 10, 30, 100, 300],
  subsample: [0.5, 0.7, 0.85, 1],
  colsample: [0.5, 0.7, 0.85, 1],
} as const;

/** A configuration and its error on the folds. */
export interface SearchTry {
  readonly index: number;
  /** The options, with the best number of trees. */
  readonly options: TrainingOptions;
  /** RMSE of the model's target over the rows of all folds, at that number of trees. */
  readonly rmse: number;
}

/** The configurations of a seed, in order. */
export function configurations(analysis: CoreAnalysis, seed: number): TrainingOptions[] {
  const names = Object.keys(SPACE) as (keyof typeof SPACE)[];
  return Array.from({ length: CONFIGURATIONS }, (_, index) => {
    const chosen = names.map((name, number) => {
      const values = SPACE[name];
      return [name, values[analysis.choice(seed, index, number, values.length)]] as const;
    });
    return { ...DEFAULT_OPTIONS, trees: MOST_TREES, seed, ...Object.fromEntries(chosen) };
  });
}

/**
 * Sums of squared errors on the test rows of a fold after each tree, for each of the options; a
 * worker computes one fold. Infinity if a configuration diverges.
 */
export async function searchFold(
  module: WebAssembly.Module,
  analysis: CoreAnalysis,
  table: TrainingTable,
  { trainEnd, from, to }: Fold,
  tried: readonly TrainingOptions[],
): Promise<Float64Array[]> {
  const modelTarget = modelTargetOf(analysis, table);
  const trainer = await Trainer.open(module, rowsOf(table, modelTarget, 0, trainEnd), {
    validation: rowsOf(table, modelTarget, from, to),
  });
  const errors: Float64Array[] = [];
  for (const options of tried) {
    try {
      errors.push((await trainer.grow(options, { patience: PATIENCE })).errors);
    } catch (error) {
      if (!(error instanceof TrainingDiverged)) throw error;
      errors.push(Float64Array.of(Number.POSITIVE_INFINITY));
    }
  }
  return errors;
}

/**
 * Each configuration with the number of trees of the lowest squared error over the test rows of all
 * folds. `errors`: by fold, by configuration, so the order in which workers finish has no effect.
 */
export function triesOf(
  tried: readonly TrainingOptions[],
  errors: readonly (readonly Float64Array[])[],
  rows: number,
): SearchTry[] {
  return tried.map((options, index) => {
    const byFold = errors.map((fold) => fold[index] ?? new Float64Array(0));
    const trees = Math.min(...byFold.map(({ length }) => length));
    let best = { trees: 1, sum: Number.POSITIVE_INFINITY };
    for (let count = 1; count <= trees; count++) {
      const sum = byFold.reduce((total, fold) => total + (fold[count - 1] ?? 0), 0);
      if (sum < best.sum) best = { trees: count, sum };
    }
    return { index, options: { ...options, trees: best.trees }, rmse: Math.sqrt(best.sum / rows) };
  });
}

/** The try with the lowest error; the first of equal ones. */
export function winnerOf(tries: readonly SearchTry[]): SearchTry {
  const [first] = tries;
  if (!first) throw new RangeError('A search tries something');
  return tries.reduce((best, one) => (one.rmse < best.rmse ? one : best), first);
}
