// Exact contributions of the features to a raw score: TreeSHAP with the trees' own covers, in f64.
// S. Lundberg, G. Erion, S.-I. Lee, "Consistent Individualized Feature Attribution for Tree
// Ensembles" (2018), algorithm 2; the same as `pred_contribs` of XGBoost, which works in f32, and
// `pred_contrib` of LightGBM, which works in f64.

import { goesLeft } from './decide';
import { Forest, XGBOOST } from './forest';

/** An element of the path: feature i32, share of zero f64, share of one f64, weight f64. */
const ELEMENT: usize = 32;

/** 1/n for n up to 1023: divisions would take most of the time. Paths have at most 512 splits. */
const reciprocals: usize = memory.data(1024 * 8, 16);

function reciprocal(n: i32): f64 {
  return load<f64>(reciprocals + ((<usize>n) << 3));
}

let forest: Forest = changetype<Forest>(0);
let row: usize = 0;
let phi: usize = 0;

function element(path: usize, index: i32): usize {
  return path + <usize>index * ELEMENT;
}

function weight(path: usize, index: i32): f64 {
  return load<f64>(element(path, index), 24);
}

function setWeight(path: usize, index: i32, value: f64): void {
  store<f64>(element(path, index), value, 24);
}

/** Training weight of the rows that passed a split, or ended in leaf ~node. */
function coverOf(node: i32): f64 {
  return node < 0
    ? load<f64>(forest.leafCover + ((<usize>~node) << 3))
    : load<f64>(forest.splitCover + ((<usize>node) << 3));
}

function leafValue(node: i32): f64 {
  return load<f64>(forest.leafValue + ((<usize>~node) << 3));
}

function child(node: i32, left: bool): i32 {
  return load<i32>((left ? forest.splitLeft : forest.splitRight) + ((<usize>node) << 2));
}

/** Adds a feature to the path of `depth` elements: EXTEND of algorithm 2. */
function extend(path: usize, depth: i32, zero: f64, one: f64, feature: i32): void {
  const last = element(path, depth);
  store<i32>(last, feature);
  store<f64>(last, zero, 8);
  store<f64>(last, one, 16);
  store<f64>(last, depth === 0 ? 1 : 0, 24);
  const share = reciprocal(depth + 1);
  for (let i = depth - 1; i >= 0; i--) {
    const before = weight(path, i) * share;
    setWeight(path, i + 1, weight(path, i + 1) + one * before * <f64>(i + 1));
    setWeight(path, i, zero * before * <f64>(depth - i));
  }
}

/** Removes element `index` from the path: UNWIND of algorithm 2. A share of one is 1 or 0. */
function unwind(path: usize, depth: i32, index: i32): void {
  const zero = load<f64>(element(path, index), 8);
  const size = <f64>(depth + 1);
  if (load<f64>(element(path, index), 16) !== 0) {
    const lost = zero * reciprocal(depth + 1);
    let next = weight(path, depth);
    for (let i = depth - 1; i >= 0; i--) {
      const own = next * size * reciprocal(i + 1);
      next = weight(path, i) - own * lost * <f64>(depth - i);
      setWeight(path, i, own);
    }
  } else {
    const gained = size / zero;
    for (let i = depth - 1; i >= 0; i--) setWeight(path, i, weight(path, i) * gained * reciprocal(depth - i));
  }
  for (let i = index; i < depth; i++) {
    const from = element(path, i + 1);
    const to = element(path, i);
    store<i32>(to, load<i32>(from));
    store<f64>(to, load<f64>(from, 8), 8);
    store<f64>(to, load<f64>(from, 16), 16);
  }
}

/** Sum of the path's weights without the element with these shares. A share of one is 1 or 0. */
function unwoundSum(path: usize, depth: i32, zero: f64, one: f64): f64 {
  const size = <f64>(depth + 1);
  let total: f64 = 0;
  if (one !== 0) {
    const lost = zero * reciprocal(depth + 1);
    let next = weight(path, depth);
    for (let i = depth - 1; i >= 0; i--) {
      const gained = size * reciprocal(i + 1);
      total += next * gained;
      next = weight(path, i) - next * (gained * lost * <f64>(depth - i));
    }
    return total;
  }
  if (zero === 0) return 0;
  for (let i = depth - 1; i >= 0; i--) total += weight(path, i) * reciprocal(depth - i);
  return (total * size) / zero;
}

/** Recurses into `node` with a path of `depth` elements at `parent`: RECURSE of algorithm 2. */
function descend(node: i32, parent: usize, depth: i32, zero: f64, one: f64, feature: i32): void {
  const path = element(parent, depth);
  memory.copy(path, parent, <usize>depth * ELEMENT);
  extend(path, depth, zero, one, feature);
  if (node < 0) {
    const value = leafValue(node);
    for (let i = 1; i <= depth; i++) {
      const step = element(path, i);
      const at = phi + ((<usize>load<i32>(step)) << 3);
      const one = load<f64>(step, 16);
      const zero = load<f64>(step, 8);
      store<f64>(at, load<f64>(at) + unwoundSum(path, depth, zero, one) * (one - zero) * value);
    }
    return;
  }
  const split = <i32>load<u16>(forest.splitFeature + ((<usize>node) << 1));
  const x = load<f64>(row + ((<usize>split) << 3));
  const left = goesLeft(forest, node, forest.family === XGBOOST ? <f64>(<f32>x) : x);
  let zeroBefore: f64 = 1;
  let oneBefore: f64 = 1;
  let length = depth;
  for (let i = 1; i <= depth; i++) {
    const step = element(path, i);
    if (load<i32>(step) !== split) continue;
    zeroBefore = load<f64>(step, 8);
    oneBefore = load<f64>(step, 16);
    unwind(path, depth, i);
    length--;
    break;
  }
  const hot = child(node, left);
  const cold = child(node, !left);
  const cover = coverOf(node);
  descend(hot, path, length + 1, (zeroBefore * coverOf(hot)) / cover, oneBefore, split);
  descend(cold, path, length + 1, (zeroBefore * coverOf(cold)) / cover, 0, split);
}

/** Mean of the leaves below `node`, weighted by their covers. */
function meanOf(node: i32): f64 {
  if (node < 0) return leafValue(node);
  const left = child(node, true);
  const right = child(node, false);
  return (meanOf(left) * coverOf(left) + meanOf(right) * coverOf(right)) / coverOf(node);
}

function rootOf(tree: u32): i32 {
  const at = forest.treeSplit + ((<usize>tree) << 2);
  const first = load<i32>(at);
  return first < load<i32>(at, 4) ? first : ~load<i32>(forest.treeLeaf + ((<usize>tree) << 2));
}

/**
 * Bytes of scratch memory for `trees_contributions`: a row's contributions to one tree, and the
 * paths.
 */
export function trees_path_bytes(depth: u32, features: u32): usize {
  return ((<usize>features) << 3) + (((<usize>depth + 3) * (<usize>depth + 4)) / 2) * ELEMENT;
}

/** Adds a contribution of a tree to a sum; for XGBoost in f32, as XGBoost itself does. */
function add(at: usize, value: f64, weight: f32): void {
  const sum = load<f64>(at);
  store<f64>(at, forest.family === XGBOOST ? <f64>(<f32>sum + <f32>value * weight) : sum + value);
}

/** Adds the contributions of a tree to those of a row at `out`. */
function addTree(root: i32, weight: f32, out: usize, scratch: usize): void {
  const bytes = (<usize>forest.features) << 3;
  phi = scratch;
  memory.fill(phi, 0, bytes);
  descend(root, scratch + bytes, 0, 1, 1, -1);
  for (let f: usize = 0; f < bytes; f += 8) {
    const value = load<f64>(phi + f);
    if (value !== 0) add(out + f, value, weight);
  }
}

/**
 * Contributions of `count` rows: φ[r][o][f], and at index `features` the raw score's mean, so that
 * Σ φ[r][o] = raw score.
 * rows: f64[count][features]; out: f64[count][outputs][features + 1] (f32 values in XGBoost);
 * scratch: `trees_path_bytes` bytes. Not for linear leaves. dmlc/xgboost v1.7.4,
 * src/predictor/cpu_predictor.cc, PredictContribution: trees are added in f32.
 */
export function trees_contributions(image: usize, rows: usize, count: u32, out: usize, scratch: usize): void {
  forest = changetype<Forest>(image);
  for (let n = 1; n < 1024; n++) store<f64>(reciprocals + ((<usize>n) << 3), 1 / <f64>n);
  const width = (<usize>forest.features + 1) << 3;
  const rowWidth = width * forest.outputs;
  memory.fill(out, 0, rowWidth * count);
  for (let tree: u32 = 0; tree < forest.trees; tree++) {
    const root = rootOf(tree);
    const place = <usize>load<u32>(forest.treeOutput + ((<usize>tree) << 2)) * width;
    const weight = load<f32>(forest.treeWeight + ((<usize>tree) << 2));
    add(out + place + width - 8, meanOf(root), weight);
    if (root < 0) continue;
    for (let r: u32 = 0; r < count; r++) {
      row = rows + ((<usize>r * forest.features) << 3);
      addTree(root, weight, out + <usize>r * rowWidth + place, scratch);
    }
  }
  for (let o: u32 = 0; o < forest.outputs; o++) {
    const at = out + <usize>(o + 1) * width - 8;
    add(at, load<f64>(forest.scalars + ((<usize>o) << 3), 16), 1);
    for (let r: u32 = 1; r < count; r++) store<f64>(at + <usize>r * rowWidth, load<f64>(at));
  }
}
