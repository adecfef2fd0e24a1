// Nodes of the trees that were grown since the host last read them.

import { memory_take } from '../memory';
import { Data } from './layout';

/** A node; `training/tree_nodes.ts` of the host reads the same layout. */
@unmanaged
export class Node {
  /** Index of the left child from the tree's first node, 0 at a leaf. */
  left: i32;
  right: i32;
  /** The split: values of bins up to `bin` go left, blanks where `blankLeft` says. */
  feature: i32;
  bin: i32;
  blankLeft: i32;
  /** What a leaf adds to the prediction, in units of the grid. */
  value: i32;
  /** Sampled rows of the node. */
  count: i32;
  /** Sampled rows of its left child. */
  leftCount: i32;
  /** Sums of the residuals of the sampled rows. */
  sum: i64;
  leftSum: i64;
  /** What the split gains, in squared units of the target; 0: the node does not split. */
  gain: f64;
  /** Bounds of the node's weight, for monotone signs. */
  lowest: f64;
  highest: f64;
}

const BYTES: usize = offsetof<Node>();

/** Nodes that are kept until the host takes them. */
export const NODE_CAPACITY: i32 = 32_768;

/** The list of nodes. */
export class Nodes {
  static start: usize = 0;
  static count: i32 = 0;
  /** Where the current tree begins. */
  static tree: i32 = 0;
}

export function placeNodes(): void {
  if (Nodes.start === 0) Nodes.start = memory_take(<usize>NODE_CAPACITY * BYTES);
  Nodes.count = 0;
}

export class TreeNode {
  /** Node `index` of the current tree. */
  @inline
  static nodeAt(index: i32): Node {
    return changetype<Node>(Nodes.start + <usize>(Nodes.tree + index) * BYTES);
  }

  /** Cut of a node's split. */
  @inline
  static cutOf(node: Node): f32 {
    return load<f32>(Data.cuts + ((<usize>node.feature) << 10) + ((<usize>node.bin) << 2));
  }
}

/** A new node of the current tree: a leaf of value 0. */
export function addNode(count: i32, sum: i64, lowest: f64, highest: f64): i32 {
  const index = Nodes.count - Nodes.tree;
  Nodes.count += 1;
  const node = TreeNode.nodeAt(index);
  memory.fill(changetype<usize>(node), 0, BYTES);
  node.count = count;
  node.sum = sum;
  node.lowest = lowest;
  node.highest = highest;
  return index;
}

/** Address of the nodes since `training_begin` or the last `training_take_nodes`. */
export function training_nodes(): usize {
  return Nodes.start;
}

/**
 * Number of these nodes; a tree's first child index is 1, so a new tree begins where children of
 * the last one are complete.
 */
export function training_node_count(): i32 {
  return Nodes.count;
}

/** Forgets the nodes: the host has copied them. */
export function training_take_nodes(): void {
  Nodes.count = 0;
}
