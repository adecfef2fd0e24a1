// The flat layout of every model, whatever its file format. The core walks an image of it in linear
// memory (`forest_image.ts`).

/**
 * The library whose arithmetic applies. `xgboost`: f32, left iff x < t, sums start at the base.
 * `lightgbm`: f64, left iff x <= t, sums start at 0.
 */
export type Family = 'xgboost' | 'lightgbm';

/**
 * Bits of `Forest.splitFlags`. Two bits have the missing type, as in LightGBM's decision_type: 0
 * none, 1 zero, 2 NaN.
 */
export const SplitFlag = {
  /** The split tests membership in a set of categories instead of a threshold. */
  CATEGORICAL: 1,
  /** A missing value goes left. */
  DEFAULT_LEFT: 2,
  /**
   * NaN and every |x| <= 1e-35f are missing (LightGBM). With neither missing bit NaN counts as 0.
   */
  MISSING_ZERO: 4,
  /** NaN is missing: always so in XGBoost. */
  MISSING_NAN: 8,
  /** Members of the set go left (LightGBM); without it they go right (XGBoost). */
  MEMBERS_LEFT: 16,
} as const;

/** Transformations of raw scores to outputs. The codes are those of `assembly/trees/link.ts`. */
export const Link = {
  /** y = s. */
  IDENTITY: 0,
  /** XGBoost, f32: y = 1 / (expf(min(-s, 88.7)) + 1 + 1e-16). */
  LOGISTIC_F32: 1,
  /** XGBoost, f32: y = expf(s). */
  EXP_F32: 2,
  /** XGBoost, f32: the outputs of a row ascending (several quantiles). */
  SORTED_F32: 3,
  /** XGBoost, f32: the first output, then cumulative sums of softplus (several expectiles). */
  EXPECTILES_F32: 4,
  /** XGBoost, f32: y = 1 if s > 0, else 0. */
  HINGE_F32: 5,
  /** XGBoost, f32: softmax over the outputs of a row. */
  SOFTMAX_F32: 6,
  /** XGBoost, f32: number of the largest output of a row (one output). */
  ARGMAX_F32: 7,
  /** LightGBM, f64: y = sign(s)·s². */
  SQUARE_F64: 8,
  /** LightGBM, f64: y = exp(s). */
  EXP_F64: 9,
  /** LightGBM, f64: y = 1 / (1 + exp(-k·s)), k = `linkParameter`. */
  SIGMOID_F64: 10,
  /** LightGBM, f64: y = ln(1 + exp(s)). */
  LOG1P_EXP_F64: 11,
  /** LightGBM, f64: softmax over the outputs of a row. */
  SOFTMAX_F64: 12,
} as const;

export type LinkCode = (typeof Link)[keyof typeof Link];

/**
 * Linear models in the leaves (LightGBM `linear_tree`). A leaf without features returns its
 * constant.
 */
export interface LinearLeaves {
  /** Constant term per leaf. */
  readonly constant: Float64Array;
  /** Terms of leaf l are start[l] … start[l + 1] - 1; leaves + 1 entries. */
  readonly start: Int32Array;
  /** Feature and coefficient per term, in file order. */
  readonly feature: Int32Array;
  readonly coefficient: Float64Array;
}

/**
 * A model. Splits and leaves are numbered across the forest, tree by tree in pre-order (left child
 * first), so the left child of split i is i + 1 or a leaf. A child is a split's number or, if
 * negative, ~leaf.
 */
export interface Forest {
  readonly family: Family;
  /** Count of the columns of a row. */
  readonly features: number;
  /** Names of the columns in order; empty if the file has none. */
  readonly featureNames: readonly string[];
  /** Count of the raw scores of a row. */
  readonly outputs: number;
  /** Raw score of a row without trees, per output: f32 values in XGBoost, 0 in LightGBM. */
  readonly base: Float64Array;
  readonly link: LinkCode;
  readonly linkParameter: number;
  /**
   * Raw scores are divided by this before the link (LightGBM `average_output`: the iterations);
   * else 1.
   */
  readonly divisor: number;
  /** Name of the objective as the file writes it. */
  readonly objective: string;

  readonly trees: number;
  /**
   * Splits of tree t are treeSplit[t] … treeSplit[t + 1] - 1, its leaves likewise; trees + 1
   * entries. No splits: one leaf.
   */
  readonly treeSplit: Int32Array;
  readonly treeLeaf: Int32Array;
  /** Depth of the deepest tree, splits. */
  readonly depth: number;
  /** Output that the tree adds to. */
  readonly treeOutput: Int32Array;
  /** DART weight of the tree (XGBoost; in f32 `leaf·weight`), else 1. */
  readonly treeWeight: Float32Array;

  readonly splitFeature: Uint16Array;
  /** Threshold (f32 widened in XGBoost; may be ±inf), or the number of the category set. */
  readonly splitThreshold: Float64Array;
  readonly splitLeft: Int32Array;
  readonly splitRight: Int32Array;
  readonly splitFlags: Uint8Array;
  /** Training weight that passed the split: sum of hessians (XGBoost) or rows (LightGBM). */
  readonly splitCover: Float64Array;

  /** f32 widened in XGBoost. */
  readonly leafValue: Float64Array;
  readonly leafCover: Float64Array;

  /**
   * Words of category set c are setStart[c] … setStart[c + 1] - 1: 32 categories each, lowest bit
   * first.
   */
  readonly setStart: Int32Array;
  readonly setWords: Uint32Array;

  readonly linear: LinearLeaves | undefined;
  /**
   * Categories of LightGBM's data-frame columns (`pandas_categorical`): a cell's code is its index
   * here.
   */
  readonly pandasCategories: readonly (readonly unknown[])[];
}
