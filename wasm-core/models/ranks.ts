import { type Forest, SplitFlag } from './forest.ts';

/**
 * How a feature treats a missing value; the codes are those of `assembly/trees/ranks.ts`.
 */
const NONE_MISSING = 0;
const NAN_MISSING = 1;
const ZERO_MISSING = 2;

/**
 * Most distinct thresholds of a feature in the fast kernels: a larger comparison table does not fit
 * in the caches.
 */
export const MAX_THRESHOLDS = 4095;

/**
 * Why a model does not fit a fast kernel, in English, for logs and tests. The general walk then
 * computes it.
 */
export interface Unfit {
  readonly unfit: string;
}

/** A feature that at least one split uses. */
export interface RankedFeature {
  readonly column: number;
  /**
   * Distinct thresholds, ascending, in the form "left iff x < t". A last NaN means "every x goes
   * left".
   */
  readonly thresholds: Float64Array;
  readonly missing: number;
}

/** Every split as (feature, index of its threshold): sufficient for a comparison. */
export interface Ranks {
  readonly features: readonly RankedFeature[];
  /** Index in `features`, per split. */
  readonly splitFeature: Uint16Array;
  /** Number of the threshold within the feature, per split. */
  readonly splitThreshold: Uint16Array;
}

/**
 * Ranks of a forest's splits, or why it has none: categories and linear leaves need the value, not
 * its rank.
 */
export function rankSplits(forest: Forest): Ranks | Unfit {
  if (forest.linear) return { unfit: 'linear leaves' };
  const splitsOf = new Map<number, number[]>();
  for (let split = 0; split < forest.splitFeature.length; split++) {
    if ((forest.splitFlags[split] ?? 0) & SplitFlag.CATEGORICAL) return { unfit: 'categorical splits' };
    if (Number.isNaN(forest.splitThreshold[split])) return { unfit: 'a threshold that is not a number' };
    const column = forest.splitFeature[split] ?? 0;
    const splits = splitsOf.get(column);
    if (splits) splits.push(split);
    else splitsOf.set(column, [split]);
  }
  const splitFeature = new Uint16Array(forest.splitFeature.length);
  const splitThreshold = new Uint16Array(forest.splitFeature.length);
  const features: RankedFeature[] = [];
  for (const [column, splits] of splitsOf) {
    const missing = missingOf(forest, splits);
    if (missing === undefined) return { unfit: `several kinds of missing values in column ${column}` };
    const values = distinct(forest, splits);
    if (values.length > MAX_THRESHOLDS) return { unfit: `more than ${MAX_THRESHOLDS} thresholds in column ${column}` };
    for (const split of splits) {
      splitFeature[split] = features.length;
      splitThreshold[split] = indexIn(values, forest.splitThreshold[split] ?? 0);
    }
    features.push({ column, thresholds: forest.family === 'xgboost' ? values : values.map(nextAbove), missing });
  }
  return { features, splitFeature, splitThreshold };
}

function missingOf(forest: Forest, splits: readonly number[]): number | undefined {
  const bits = SplitFlag.MISSING_NAN | SplitFlag.MISSING_ZERO;
  const [first = 0] = splits;
  const kind = (forest.splitFlags[first] ?? 0) & bits;
  if (splits.some((split) => ((forest.splitFlags[split] ?? 0) & bits) !== kind)) return undefined;
  if (kind & SplitFlag.MISSING_ZERO) return ZERO_MISSING;
  return kind & SplitFlag.MISSING_NAN ? NAN_MISSING : NONE_MISSING;
}

/**
 * Distinct thresholds of splits, ascending. They are few, so duplicates are removed before sorting.
 */
function distinct({ splitThreshold }: Forest, splits: readonly number[]): Float64Array {
  const values = new Set<number>();
  for (const split of splits) values.add(splitThreshold[split] ?? 0);
  return Float64Array.from(values).sort();
}

/** Index of `value`, which is among the ascending `values`. -0 and 0 are the same threshold. */
function indexIn(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const number = new Float64Array(1);
const bits = new BigInt64Array(number.buffer);

/**
 * Smallest f64 above t: x <= t just where x < nextAbove(t). Above infinity there is none: NaN,
 * below which `t <= x` never holds.
 */
function nextAbove(t: number): number {
  if (t === Infinity) return Number.NaN;
  if (t === 0) return Number.MIN_VALUE;
  number[0] = t;
  bits[0] = (bits[0] ?? 0n) + (t > 0 ? 1n : -1n);
  return number[0] ?? 0;
}
