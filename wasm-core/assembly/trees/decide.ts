// The direction of a row at a split, by the rule of its library.

import { CATEGORICAL, DEFAULT_LEFT, Forest, MEMBERS_LEFT, MISSING_NAN, MISSING_ZERO, XGBOOST } from './forest';

/**
 * Threshold of zero: the f32 1e-35, widened. microsoft/LightGBM v4.6.0, include/LightGBM/meta.h,
 * `kZeroThreshold`.
 */
export const ZERO_THRESHOLD: f64 = 1.0000000180025095e-35;

/**
 * Limit of XGBoost's categories: this value and larger ones are not categories. dmlc/xgboost
 * v3.4.1, src/common/categorical.h, `OutOfRangeCat`.
 */
const CATEGORY_END: f64 = 16777216;

/**
 * Whether value x goes left at a split. XGBoost (x rounded to f32): left iff x < t, missing by
 * default; RegTree::GetNext.
 * LightGBM: left iff x <= t, missing by default; Tree::NumericalDecision, v4.6.0,
 * include/LightGBM/tree.h.
 */
export function goesLeft(forest: Forest, split: u32, x: f64): bool {
  const flags: u32 = load<u8>(forest.splitFlags + split);
  const threshold = load<f64>(forest.splitThreshold + ((<usize>split) << 3));
  if (flags & CATEGORICAL) return categoryGoesLeft(forest, flags, <u32>threshold, x);
  if (flags & MISSING_NAN) {
    if (isNaN(x)) return (flags & DEFAULT_LEFT) !== 0;
  } else {
    if (isNaN(x)) x = 0;
    if (flags & MISSING_ZERO && abs(x) <= ZERO_THRESHOLD) return (flags & DEFAULT_LEFT) !== 0;
  }
  return forest.family === XGBOOST ? x < threshold : x <= threshold;
}

/**
 * XGBoost: missing by default, a value that is not a category left, a member of the set right,
 * others left; common/categorical.h, `Decision`.
 * LightGBM: missing and not a category right, a member left, others right;
 * Tree::CategoricalDecision.
 */
function categoryGoesLeft(forest: Forest, flags: u32, set: u32, x: f64): bool {
  if (flags & MEMBERS_LEFT) {
    // The cast truncates towards zero: -0.5 is category 0. NaN would become 0 here.
    const category = <i32>x;
    return !isNaN(x) && category >= 0 && isMember(forest, set, <u32>category);
  }
  if (isNaN(x)) return (flags & DEFAULT_LEFT) !== 0;
  if (x < 0 || x >= CATEGORY_END) return true;
  return !isMember(forest, set, <u32>x);
}

function isMember(forest: Forest, set: u32, category: u32): bool {
  const start = forest.setStart + ((<usize>set) << 2);
  const word = load<u32>(start) + (category >> 5);
  return (
    word < load<u32>(start, 4) && ((load<u32>(forest.setWords + ((<usize>word) << 2)) >> (category & 31)) & 1) !== 0
  );
}
