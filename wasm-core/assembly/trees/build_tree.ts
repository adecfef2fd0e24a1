// Converts one tree of a model file, as columns in the file's own numbering, to the forest's
// columns: pre-order, reachable nodes only.

import { ZERO_THRESHOLD } from './decide';
import { CATEGORICAL, DEFAULT_LEFT, MEMBERS_LEFT, MISSING_NAN } from './forest';

/** Reasons why a tree is refused; `plant_node` returns the node. */
enum Refusal {
  NONE,
  /** A child's number is not a node of the tree. */
  NO_SUCH_NODE,
  /** A node is reached twice: a cycle, or two parents. */
  REACHED_TWICE,
  /** A feature's number is negative or above 65,534. */
  NO_SUCH_FEATURE,
  /** A categorical split without a category set. */
  NO_SUCH_SET,
}

/**
 * A tree in the file's numbering. Addresses; 0 where the file has no such list. Filled by
 * `models/forest_builder.ts`.
 */
@unmanaged
class FileTree {
  /**
   * Number of splits and leaves together (XGBoost), or of splits (LightGBM; leaves are one more).
   */
  nodes: u32;
  /** LightGBM: first category set of the tree, and their number. */
  firstSet: u32;
  sets: u32;
  /** i32: child; XGBoost -1 in `left` is a leaf; LightGBM negative is ~leaf. */
  left: usize;
  right: usize;
  /** i32. */
  feature: usize;
  /** f64: threshold; at a leaf of XGBoost its value. */
  threshold: usize;
  /** i32: XGBoost 1 where missing goes left; LightGBM decision_type. */
  decision: usize;
  /** f64: XGBoost of all nodes; LightGBM of splits. */
  cover: usize;
  /** i32: XGBoost number of the node's category set, -1 for a numeric split. */
  set: usize;
  /** f64, LightGBM. */
  leafValue: usize;
  leafCover: usize;
  /** nodes + 1 (LightGBM: twice that) bytes, and as many pairs of i32. */
  visited: usize;
  stack: usize;
}

/** The growing forest: its counts and its columns (element types as in `Forest`). */
@unmanaged
class Growing {
  splits: u32;
  leaves: u32;
  /** Largest number of splits from a root to a leaf. */
  depth: u32;
  /** Largest feature number + 1. */
  features: u32;
  splitFeature: usize;
  splitThreshold: usize;
  splitLeft: usize;
  splitRight: usize;
  splitFlags: usize;
  splitCover: usize;
  leafValue: usize;
  leafCover: usize;
  /** i32: number of the leaf in the file's tree. */
  leafSource: usize;
}

let node: i32 = 0;

/** Node of the file's tree at which the last call failed. */
export function plant_node(): i32 {
  return node;
}

// An entry of the stack: the node, its depth, and the target of its number (twice the parent's
// split, plus 1 for the right child).
function push(top: usize, child: i32, place: i32, depth: i32): usize {
  store<i32>(top, child);
  store<i32>(top, place, 4);
  store<i32>(top, depth, 8);
  return top + 12;
}

function link(to: Growing, place: i32, value: i32): void {
  if (place < 0) return;
  store<i32>((place & 1 ? to.splitRight : to.splitLeft) + ((<usize>(place >> 1)) << 2), value);
}

function addLeaf(to: Growing, place: i32, value: f64, cover: f64, source: i32): void {
  const leaf = to.leaves;
  store<f64>(to.leafValue + ((<usize>leaf) << 3), value);
  store<f64>(to.leafCover + ((<usize>leaf) << 3), cover);
  store<i32>(to.leafSource + ((<usize>leaf) << 2), source);
  link(to, place, ~(<i32>leaf));
  to.leaves = leaf + 1;
}

function addSplit(to: Growing, place: i32, feature: i32, threshold: f64, flags: u32, cover: f64): i32 {
  const split = to.splits;
  store<u16>(to.splitFeature + ((<usize>split) << 1), <u16>feature);
  store<f64>(to.splitThreshold + ((<usize>split) << 3), threshold);
  store<u8>(to.splitFlags + split, <u8>flags);
  store<f64>(to.splitCover + ((<usize>split) << 3), cover);
  link(to, place, <i32>split);
  to.splits = split + 1;
  to.features = max(to.features, <u32>feature + 1);
  return <i32>split;
}

/** f64 number `index` of a column, or 0 where the file has no such column. */
function f64At(column: usize, index: i32): f64 {
  return column ? load<f64>(column + ((<usize>index) << 3)) : 0;
}

function i32At(column: usize, index: i32): i32 {
  return load<i32>(column + ((<usize>index) << 2));
}

/** Adds an XGBoost tree; node 0 is the root. Returns 0, or the reason of its refusal. */
export function plant_xgboost(treeAt: usize, toAt: usize): u32 {
  const tree = changetype<FileTree>(treeAt);
  const to = changetype<Growing>(toAt);
  memory.fill(tree.visited, 0, tree.nodes);
  let top = push(tree.stack, 0, -1, 0);
  while (top > tree.stack) {
    top -= 12;
    node = load<i32>(top);
    const place = load<i32>(top, 4);
    const depth = load<i32>(top, 8);
    if (<u32>node >= tree.nodes) return Refusal.NO_SUCH_NODE;
    if (load<u8>(tree.visited + node)) return Refusal.REACHED_TWICE;
    store<u8>(tree.visited + node, 1);
    const left = i32At(tree.left, node);
    const cover = f64At(tree.cover, node);
    if (left === -1) {
      addLeaf(to, place, f64At(tree.threshold, node), cover, node);
      to.depth = max(to.depth, <u32>depth);
      continue;
    }
    const feature = i32At(tree.feature, node);
    if (<u32>feature > 65534) return Refusal.NO_SUCH_FEATURE;
    const set = tree.set ? i32At(tree.set, node) : -1;
    if (set < -1) return Refusal.NO_SUCH_SET;
    const flags = MISSING_NAN | (i32At(tree.decision, node) ? DEFAULT_LEFT : 0) | (set >= 0 ? CATEGORICAL : 0);
    const threshold = set >= 0 ? <f64>set : f64At(tree.threshold, node);
    const split = addSplit(to, place, feature, threshold, flags, cover);
    top = push(top, i32At(tree.right, node), (split << 1) | 1, depth + 1);
    top = push(top, left, split << 1, depth + 1);
  }
  return Refusal.NONE;
}

/**
 * LightGBM replaces every |x| <= z = 1e-35f with 0 before the walk. The result x' satisfies x' <= t
 * exactly where x <= t, except for t within the band: -z <= t < 0 requires x < -z, 0 <= t < z
 * requires x <= z. microsoft/LightGBM v4.6.0, src/c_api.cpp, `RowPairFunctionFromDenseMatric`
 * passes on only |x| > kZeroThreshold and NaN.
 */
function outsideZero(threshold: f64): f64 {
  if (threshold >= -ZERO_THRESHOLD && threshold < 0) return reinterpret<f64>(reinterpret<u64>(-ZERO_THRESHOLD) + 1);
  return threshold >= 0 && threshold < ZERO_THRESHOLD ? ZERO_THRESHOLD : threshold;
}

/**
 * Adds a LightGBM tree of at least one split; split 0 is the root. Returns 0, or the reason of its
 * refusal.
 */
export function plant_lightgbm(treeAt: usize, toAt: usize): u32 {
  const tree = changetype<FileTree>(treeAt);
  const to = changetype<Growing>(toAt);
  const splits = <i32>tree.nodes;
  memory.fill(tree.visited, 0, 2 * splits + 1);
  let top = push(tree.stack, 0, -1, 0);
  while (top > tree.stack) {
    top -= 12;
    node = load<i32>(top);
    const place = load<i32>(top, 4);
    const depth = load<i32>(top, 8);
    const leaf = ~node;
    if (node >= splits || leaf > splits) return Refusal.NO_SUCH_NODE;
    const mark = tree.visited + (node >= 0 ? node : splits + leaf);
    if (load<u8>(mark)) return Refusal.REACHED_TWICE;
    store<u8>(mark, 1);
    if (node < 0) {
      addLeaf(to, place, f64At(tree.leafValue, leaf), f64At(tree.leafCover, leaf), leaf);
      to.depth = max(to.depth, <u32>depth);
      continue;
    }
    const feature = i32At(tree.feature, node);
    if (<u32>feature > 65534) return Refusal.NO_SUCH_FEATURE;
    const decision = i32At(tree.decision, node);
    let threshold = f64At(tree.threshold, node);
    // decision_type has the same bits as the forest: categorical 1, default left 2, missing zero 4,
    // missing NaN 8.
    let flags = <u32>decision & 15;
    if (flags & CATEGORICAL) {
      if (!(threshold >= 0 && threshold < <f64>tree.sets)) return Refusal.NO_SUCH_SET;
      threshold = <f64>tree.firstSet + floor(threshold);
      flags |= MEMBERS_LEFT;
    } else threshold = outsideZero(threshold);
    const split = addSplit(to, place, feature, threshold, flags, f64At(tree.cover, node));
    top = push(top, i32At(tree.right, node), (split << 1) | 1, depth + 1);
    top = push(top, i32At(tree.left, node), split << 1, depth + 1);
  }
  return Refusal.NONE;
}
