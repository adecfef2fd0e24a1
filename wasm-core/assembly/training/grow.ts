// A training from its options to its trees, in slices.

import { memory_take } from '../memory';
import { growLeaves } from './grow_leaves';
import { Fusion, growLevels } from './grow_levels';
import { Copies, NODE_EVEN } from './histogram';
import { Data, GROUP_BYTES, UNSAMPLED } from './layout';
import { addNode, NODE_CAPACITY, Nodes, placeNodes, TreeNode } from './node';
import { Options } from './options';
import { sampleFeatures, sampleRows } from './sampling';
import { setConstants } from './scan_lanes';
import { Residuals, settle } from './settle';
import { Slots } from './slots';
import { findSplits } from './split';
import { Grid, resetResiduals } from './target';
import { addToPredictions, resetPredictions } from './validation';

/** Largest number of trees of a training. */
const MAX_TREES: i32 = 2000;

/** Residuals of this size or larger could overflow the sums of a histogram. */
const DIVERGED: i32 = 1 << 23;

class Progress {
  static trees: i32 = 0;
  static bestTrees: i32 = 0;
  static bestError: f64 = 0;
  static stopped: bool = false;
  /** f64[MAX_TREES]: sum of squared validation errors after each tree. */
  static errors: usize = 0;
  /** Sum over the trees of their largest |leaf|, in units of the grid. */
  static reach: f64 = 0;
  /** Sum of the residuals of the sampled rows. */
  static sum: i64 = 0;
  /** Whether the records contain row numbers. */
  static numbered: bool = false;
}

/** Sets how trees grow: to `depth`, or with `leaves` > 0 best leaf first to so many leaves. */
export function training_shape(depth: i32, leaves: i32, patience: i32, seed: u32): void {
  Options.depth = depth;
  Options.leaves = leaves;
  Options.patience = patience;
  Options.seed = seed;
}

/**
 * Begins a training on the columns and the target set before; may be called again with other
 * options.
 */
export function training_begin(eta: f64, lambda: f64, gamma: f64, fewest: f64, subsample: f64, colsample: f64): void {
  Options.eta = eta;
  Options.lambda = lambda;
  Options.gamma = gamma;
  // Counts are whole numbers, so a minimum of 2.5 rows means 3.
  Options.fewest = max(ceil(fewest), 1);
  Options.subsample = subsample;
  Options.colsample = colsample;
  setConstants(lambda);
  placeNodes();
  Slots.place(Options.leaves > 0 ? Options.leaves + 1 : Options.depth + 2);
  if (Progress.errors === 0) Progress.errors = memory_take(<usize>MAX_TREES * 8);
  Progress.trees = 0;
  Progress.bestTrees = 0;
  Progress.bestError = Infinity;
  Progress.stopped = false;
  Progress.reach = 0;
  Residuals.magnitude = 0;
  memory.fill(NODE_EVEN, 0, 4 * GROUP_BYTES);
  prepareFeatures();
  resetResiduals(Progress.numbered);
  Progress.numbered = true;
  resetPredictions();
  Fusion.on = Data.groups === 1 && subsample === 1;
  const end = Data.first + <usize>Data.rows * Data.stride;
  if (Fusion.on) settle(Data.first, end, Data.first, 0, 0, true);
  Progress.sum = sumResiduals(end);
}

function prepareFeatures(): void {
  let bins = 0;
  Data.monotone = false;
  for (let feature = 0; feature < Data.features; feature++) {
    bins += load<i32>(Data.bins + ((<usize>feature) << 2));
    Data.monotone = Data.monotone || load<i8>(Data.signs + feature) !== 0;
    store<bool>(Data.used + feature, true);
  }
  Copies.choose(bins);
}

/** Sum of the residuals of the sampled rows. */
function sumResiduals(end: usize): i64 {
  let sum: i64 = 0;
  for (let record = Data.first; record < end; record += Data.stride) {
    if ((load<u32>(record, 4) & UNSAMPLED) === 0) sum += load<i32>(record);
  }
  return sum;
}

function countSampled(end: usize): i32 {
  let count = 0;
  for (let record = Data.first; record < end; record += Data.stride) {
    count += i32((load<u32>(record, 4) & UNSAMPLED) === 0);
  }
  return count;
}

function growTree(): void {
  const end = Data.first + <usize>Data.rows * Data.stride;
  if (Options.subsample < 1) sampleRows(Progress.trees);
  if (Options.colsample < 1) sampleFeatures(Progress.trees);
  Nodes.tree = Nodes.count;
  const count = Options.subsample < 1 ? countSampled(end) : Data.rows;
  if (Options.subsample < 1) Progress.sum = sumResiduals(end);
  const root = TreeNode.nodeAt(addNode(count, Progress.sum, -Infinity, Infinity));
  findSplits(root, null, Data.first, end, Slots.at(0), Slots.at(1), true, Fusion.on);
  if (Options.leaves > 0) growLeaves(root, end);
  else growLevels(root, end);
}

function noteTree(): void {
  let largest = 0;
  for (let index = 0; index < Nodes.count - Nodes.tree; index++) {
    const node = TreeNode.nodeAt(index);
    largest = max(largest, abs(node.value));
    // Inner nodes have the value 0.
    Progress.sum -= <i64>node.value * node.count;
  }
  Progress.reach += <f64>largest;
  const error = addToPredictions();
  store<f64>(Progress.errors + ((<usize>Progress.trees) << 3), error);
  Progress.trees += 1;
  if (error < Progress.bestError) {
    Progress.bestError = error;
    Progress.bestTrees = Progress.trees;
  } else if (Options.patience > 0 && Progress.trees - Progress.bestTrees >= Options.patience) Progress.stopped = true;
}

/**
 * Grows up to `most` more trees; fewer when the list of nodes is full or the training has stopped.
 * Returns their number; the host copies the nodes before its next call.
 */
export function training_grow(most: i32): i32 {
  const largest = Options.leaves > 0 ? 2 * Options.leaves : 2 << Options.depth;
  let grown = 0;
  while (grown < most && !Progress.stopped && Progress.trees < MAX_TREES && Nodes.count + largest <= NODE_CAPACITY) {
    growTree();
    noteTree();
    grown += 1;
    if (Residuals.magnitude >= DIVERGED) Progress.stopped = true;
  }
  return grown;
}

/** Whether the residuals exceed the range of a histogram. */
export function training_diverged(): bool {
  return Residuals.magnitude >= DIVERGED;
}

/**
 * Whether the training has stopped: no better validation error within the patience, or divergence.
 */
export function training_stopped(): bool {
  return Progress.stopped;
}

/** Number of trees with the lowest validation error. */
export function training_best_trees(): i32 {
  return Progress.bestTrees;
}

/** Address of f64[trees]: the sum of squared validation errors after each tree. */
export function training_errors(): usize {
  return Progress.errors;
}

/**
 * |base| + sum of the trees' largest |leaf|, in units of the grid. Up to 2^24, sums of f32 leaves
 * are exact in any order.
 */
export function training_reach(): f64 {
  return abs(<f64>Grid.base) + Progress.reach;
}
