// The reference walk: evaluates every accepted model row by row. Faster kernels must give the same
// bits.

import { goesLeft, ZERO_THRESHOLD } from './decide';
import { Forest, XGBOOST } from './forest';

/** Rows evaluated by a tree while the tree is in the cache. */
const BLOCK: u32 = 64;

/** Leaf of tree `tree` for a row of f64 (XGBoost: rounded to f32 here). */
export function leafOf(forest: Forest, tree: u32, row: usize): u32 {
  const at = forest.treeSplit + ((<usize>tree) << 2);
  let node = load<i32>(at);
  if (node === load<i32>(at, 4)) return load<u32>(forest.treeLeaf + ((<usize>tree) << 2));
  const rounded = forest.family === XGBOOST;
  while (node >= 0) {
    const feature: usize = load<u16>(forest.splitFeature + ((<usize>node) << 1));
    const value = load<f64>(row + (feature << 3));
    const left = goesLeft(forest, node, rounded ? <f64>(<f32>value) : value);
    node = load<i32>((left ? forest.splitLeft : forest.splitRight) + ((<usize>node) << 2));
  }
  return ~node;
}

/**
 * Value that a leaf adds, f64. A linear leaf: constant + Σ coefficient·x in file order, or its
 * plain value where one of its features is NaN. microsoft/LightGBM v4.6.0, src/io/tree.cpp,
 * `Tree::AddPredictionToScore` for linear trees.
 */
function leafOutput(forest: Forest, leaf: u32, row: usize): f64 {
  const value = load<f64>(forest.leafValue + ((<usize>leaf) << 3));
  if (!forest.linear) return value;
  const at = forest.linearStart + ((<usize>leaf) << 2);
  const end = load<u32>(at, 4);
  let output = load<f64>(forest.linearConstant + ((<usize>leaf) << 3));
  for (let term = load<u32>(at); term < end; term++) {
    const feature: usize = load<u32>(forest.linearFeature + ((<usize>term) << 2));
    const x = load<f64>(row + (feature << 3));
    if (isNaN(x)) return value;
    // LightGBM replaces such an x with 0 before the walk.
    if (abs(x) > ZERO_THRESHOLD) output += load<f64>(forest.linearCoefficient + ((<usize>term) << 3)) * x;
  }
  return output;
}

/**
 * Adds tree `tree` to the raw score at `out`. XGBoost: s = f32(s + f32(leaf·weight)); LightGBM: s =
 * s + leaf in f64.
 */
function addTree(forest: Forest, tree: u32, row: usize, out: usize): void {
  const leaf = leafOf(forest, tree, row);
  if (forest.family === XGBOOST) {
    const value = <f32>load<f64>(forest.leafValue + ((<usize>leaf) << 3));
    const weight = load<f32>(forest.treeWeight + ((<usize>tree) << 2));
    store<f64>(out, <f64>(<f32>load<f64>(out) + value * weight));
  } else store<f64>(out, load<f64>(out) + leafOutput(forest, leaf, row));
}

/**
 * Raw scores of `count` rows: out[r][o] = base[o] + Σ over the trees of output o, in file order.
 * rows: f64[count][features], NaN where missing; out: f64[count][outputs] (f32 values in XGBoost).
 * dmlc/xgboost v3.4.1, src/predictor, PredictByAllTrees; microsoft/LightGBM v4.6.0,
 * src/boosting/gbdt_prediction.cpp, GBDT::PredictRaw.
 */
export function trees_raw(image: usize, rows: usize, count: u32, out: usize): void {
  const forest = changetype<Forest>(image);
  const rowBytes = (<usize>forest.features) << 3;
  const outBytes = (<usize>forest.outputs) << 3;
  for (let first: u32 = 0; first < count; first += BLOCK) {
    const end = min(first + BLOCK, count);
    for (let r = first; r < end; r++) memory.copy(out + <usize>r * outBytes, forest.scalars + 16, outBytes);
    for (let tree: u32 = 0; tree < forest.trees; tree++) {
      const column = out + ((<usize>load<u32>(forest.treeOutput + ((<usize>tree) << 2))) << 3);
      for (let r = first; r < end; r++) addTree(forest, tree, rows + <usize>r * rowBytes, column + <usize>r * outBytes);
    }
  }
}
