// Growth to a depth. Nodes are processed depth first, so that a node's records stay in the cache;
// the smaller child is finished first.

import { Data } from './layout';
import { Node, TreeNode } from './node';
import { Options } from './options';
import { partition } from './partition';
import { settle } from './settle';
import { Slots } from './slots';
import { findSplits, leafValue, Rows, split } from './split';

/** Whether leaves also count the next root's histogram. */
export class Fusion {
  static on: bool = false;
}

export class Buffer {
  /** Counterpart of `address` in the other buffer. */
  @inline
  static otherBuffer(address: usize, inFirst: bool): usize {
    return inFirst ? address - Data.first + Data.second : address - Data.second + Data.first;
  }
}

/** Writes the records of a leaf to the first buffer. */
export function settleLeaf(node: Node, from: usize, end: usize, inFirst: bool): void {
  const value = leafValue(node);
  settle(from, end, inFirst ? from : Buffer.otherBuffer(from, false), value, value, Fusion.on);
}

/** Writes the records of a node whose children, just added, are leaves to the first buffer. */
export function settleChildren(node: Node, from: usize, end: usize, inFirst: bool): void {
  const left = leafValue(TreeNode.nodeAt(node.left));
  const right = leafValue(TreeNode.nodeAt(node.right));
  settle(from, end, inFirst ? from : Buffer.otherBuffer(from, false), left, right, Fusion.on);
}

/**
 * Grows the subtree of `node`, at `depth`, whose histogram is in slot `slot`; slots from `free` on
 * are free.
 */
function visit(node: Node, from: usize, end: usize, inFirst: bool, depth: i32, slot: i32, free: i32): void {
  if (node.gain === 0) {
    settleLeaf(node, from, end, inFirst);
    return;
  }
  split(node);
  const left = TreeNode.nodeAt(node.left);
  const right = TreeNode.nodeAt(node.right);
  const below = depth + 1;
  if (below === Options.depth || !(Rows.canSplit(left) || Rows.canSplit(right))) {
    settleChildren(node, from, end, inFirst);
    return;
  }
  const to = Buffer.otherBuffer(from, inFirst);
  const middle = partition(from, end, to);
  const last = to + (end - from);
  const keep = below + 1 < Options.depth;
  if (middle - to <= last - middle) {
    findSplits(left, right, to, middle, Slots.at(free), Slots.at(slot), keep, false);
    visit(left, to, middle, !inFirst, below, free, free + 1);
    visit(right, middle, last, !inFirst, below, slot, free);
  } else {
    findSplits(right, left, middle, last, Slots.at(free), Slots.at(slot), keep, false);
    visit(right, middle, last, !inFirst, below, free, free + 1);
    visit(left, to, middle, !inFirst, below, slot, free);
  }
}

/** Grows a tree from its root, whose split is known. */
export function growLevels(root: Node, end: usize): void {
  visit(root, Data.first, end, true, 0, 0, 1);
}
