// Nodes of the trees grown since the host's last read.

import { memory_take } from '../memory';
import { Data } from './layout';

/** A node; `training/tree_nodes.ts` of the host reads the same layout. */
@unmanaged
export class Node {
  /** Index of the left child from the tree's first node, 0 at a leaf. */
  left: i32;
  right: i32;
  /** The split: values of bins up to `bin` go left; blanks go left where `blankLeft` is set. */
  feature: i32;
  bin: i32;
  blankLeft: i32;
  /** Value that a leaf adds to the prediction, in units of the grid. */
  value: i32;
  /** Number of sampled rows of the node. */
  count: i32;
  /** Number of sampled rows of its left child. */
  leftCount: i32;
  /** Sum of the residuals of the sampled rows. */
  sum: i64;
  leftSum: i64;
  /** Gain of the split, in squared units of the target; 0: the node does not split. */
  gain: f64;
  /** Bounds of the node's weight, for monotone signs. */
  lowest: f64;
  highest: f64;
}

const BYTES: usize = offsetof<Node>();

/** Capacity of the list of nodes, which the host empties. */
export const NODE_CAPACITY: i32 = 32_768;

/** The list of nodes. */
export class Nodes {
  static start: usize = 0;
  static count: i32 = 0;
  /** Index of the first node of the current tree. */
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

/** Adds a node to the current tree: a leaf of value 0. */
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
 * Number of these nodes; a tree's first child index is 1, so a new tree begins where the children
 * of the last one are complete.
 */
export function training_node_count(): i32 {
  return Nodes.count;
}

/** Clears the list of nodes: the host has copied them. */
export function training_take_nodes(): void {
  Nodes.count = 0;
}
