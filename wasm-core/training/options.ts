/** How trees are grown. Weights are per row: a row's hessian is 1. */
export interface TrainingOptions {
  /** Number of trees, 1…2000. */
  readonly trees: number;
  /** Splits from the root to a leaf at most, 1…10. */
  readonly depth: number;
  /** 0: trees grow level by level. 2…256: by the best leaf, to so many leaves. */
  readonly leaves: number;
  /** Share of a leaf's weight that is added, (0, 1]. */
  readonly eta: number;
  /** L2 penalty of leaf weights, 0…1e6. */
  readonly lambda: number;
  /** Least gain of a split, squared units of the target, 0…1e30. */
  readonly gamma: number;
  /** Fewest rows of a child, 0…1e6. */
  readonly minChildWeight: number;
  /** Share of the rows that a tree sees, (0, 1]. */
  readonly subsample: number;
  /** Share of the features that a tree sees, (0, 1]. */
  readonly colsample: number;
  /** Bins of a feature, 2…255. */
  readonly maxBin: number;
  /** Per feature 1 (predictions never fall with it), -1 (never rise) or 0. Empty: all 0. */
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
