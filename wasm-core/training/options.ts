import { russianNumber } from '../contract/russian.ts';
import { TrainingRefused } from './refused.ts';

/** Options of the training. The hessian of a row is 1, so weights are row counts. */
export interface TrainingOptions {
  /** Number of trees, 1…2000. */
  readonly trees: number;
  /** Largest depth of a tree, splits, 1…10. */
  readonly depth: number;
  /**
   * 0: trees grow level by level. 2…256: trees grow by the best leaf up to this number of leaves.
   */
  readonly leaves: number;
  /** Learning rate: the share of a leaf's weight that is added, (0, 1]. */
  readonly eta: number;
  /** L2 penalty of leaf weights, 0…1e6. */
  readonly lambda: number;
  /** Lowest gain of a split, squared units of the target, 0…1e30. */
  readonly gamma: number;
  /** Fewest rows of a child, 0…1e6. */
  readonly minChildWeight: number;
  /** Share of the rows that a tree is trained on, (0, 1]. */
  readonly subsample: number;
  /** Share of the features that a tree may use, (0, 1]. */
  readonly colsample: number;
  /** Bins of a feature, 2…255. */
  readonly maxBin: number;
  /**
   * Monotone constraints per feature: 1 non-decreasing, -1 non-increasing, 0 none. Empty: all 0.
   */
  readonly monotone: readonly number[];
  /** Seed of the sampling, 0…4294967295. */
  readonly seed: number;
}

export const DEFAULT_OPTIONS: TrainingOptions = {
  trees: 200,
  depth: 3,
  leaves: 0,
  eta: 0.1,
  lambda: 1,
  gamma: 0,
  minChildWeight: 1,
  subsample: 1,
  colsample: 1,
  maxBin: 255,
  monotone: [],
  seed: 0,
};

/** Bounds of an option, with its Russian name and whether it is a whole number. */
interface OptionBound {
  readonly least: number;
  readonly most: number;
  readonly whole?: boolean;
  /** Whether the lower bound is exclusive. */
  readonly above?: boolean;
}

const BOUNDS = {
  trees: { least: 1, most: 2000, whole: true },
  depth: { least: 1, most: 10, whole: true },
  eta: { least: 0, most: 1, above: true },
  lambda: { least: 0, most: 1e6 },
  gamma: { least: 0, most: 1e30 },
  minChildWeight: { least: 0, most: 1e6 },
  subsample: { least: 0, most: 1, above: true },
  colsample: { least: 0, most: 1, above: true },
  maxBin: { least: 2, most: 255, whole: true },
  seed: { least: 0, most: 4294967295, whole: true },
} as const satisfies Partial<Record<keyof TrainingOptions, OptionBound>>;

/** Most leaves of a tree that grows by the best leaf. */
const MAX_LEAVES = 256;

/** Most features of a model. */
export const MAX_TRAINING_FEATURES = 64;

/**
 * Throws TrainingRefused if an option is out of bounds. `name` returns the Russian name of an
 * option.
 */
export function checkOptions(
  options: TrainingOptions,
  features: number,
  name: (option: keyof TrainingOptions) => string = (option) => option,
): void {
  for (const [option, bound] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, OptionBound][]) {
    const value = options[option];
    const inside = (bound.above ? value > bound.least : value >= bound.least) && value <= bound.most;
    if (inside && (!bound.whole || Number.isInteger(value))) continue;
    const kind = bound.whole ? 'целое число' : 'число';
    const least = bound.above ? `больше ${russianNumber(bound.least)} и` : `от ${russianNumber(bound.least)}`;
    const most = bound.above ? `не больше ${russianNumber(bound.most)}` : `до ${russianNumber(bound.most)}`;
    throw new TrainingRefused(
      'bad_option',
      `${name(option)} = ${russianNumber(value)}: нужно ${kind} ${least} ${most}.`,
    );
  }
  const { leaves, monotone } = options;
  if (!Number.isInteger(leaves) || leaves === 1 || leaves < 0 || leaves > MAX_LEAVES) {
    throw new TrainingRefused(
      'bad_option',
      `${name('leaves')} = ${leaves}: нужно 0 или целое число от 2 до ${MAX_LEAVES}.`,
    );
  }
  if (monotone.length > features || monotone.some((sign) => ![-1, 0, 1].includes(sign))) {
    throw new TrainingRefused('bad_option', `${name('monotone')}: на каждый признак нужно −1, 0 или 1.`);
  }
  if (features >= 1 && features <= MAX_TRAINING_FEATURES) return;
  throw new TrainingRefused(
    'bad_features',
    `Признаков ${features}, а модель обучается на числе признаков от 1 до ${MAX_TRAINING_FEATURES}.`,
  );
}
