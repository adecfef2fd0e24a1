// Leaf-wise growth: a tree splits its best leaf until it has a given number of leaves.

import { memory_take } from '../memory';
import { Buffer, settleLeaf } from './grow_levels';
import { Data } from './layout';
import { Node, TreeNode } from './node';
import { Options } from './options';
import { partition } from './partition';
import { Slots } from './slots';
import { findSplits, Rows, split } from './split';

/** Largest number of leaves of a leaf-wise tree. */
export const MAX_LEAVES: i32 = 256;

/** A leaf that may be split. */
@unmanaged
class Leaf {
  node: i32;
  depth: i32;
  slot: i32;
  inFirst: i32;
  from: usize;
  end: usize;
}

const BYTES: usize = offsetof<Leaf>();

class Leaves {
  static start: usize = 0;
  static count: i32 = 0;
}

class LeafList {
  @inline
  static leafAt(index: i32): Leaf {
    return changetype<Leaf>(Leaves.start + <usize>index * BYTES);
  }
}

function setLeaf(index: i32, node: i32, depth: i32, slot: i32, inFirst: bool, from: usize, end: usize): void {
  const leaf = LeafList.leafAt(index);
  leaf.node = node;
  leaf.depth = depth;
  leaf.slot = slot;
  leaf.inFirst = i32(inFirst);
  leaf.from = from;
  leaf.end = end;
}

/** The leaf whose split gains most, the first of several; -1 where no leaf can be split. */
function bestLeaf(): i32 {
  let best = -1;
  let gain: f64 = 0;
  for (let index = 0; index < Leaves.count; index++) {
    const own = TreeNode.nodeAt(LeafList.leafAt(index).node).gain;
    if (own <= gain) continue;
    gain = own;
    best = index;
  }
  return best;
}

/** Splits leaf `index`; the left child replaces it in the list, the right one is appended. */
function splitLeaf(index: i32): void {
  const leaf = LeafList.leafAt(index);
  const node = TreeNode.nodeAt(leaf.node);
  const inFirst = leaf.inFirst !== 0;
  const below = leaf.depth + 1;
  const slot = leaf.slot;
  split(node);
  const left = TreeNode.nodeAt(node.left);
  const right = TreeNode.nodeAt(node.right);
  const to = Buffer.otherBuffer(leaf.from, inFirst);
  const middle = partition(leaf.from, leaf.end, to);
  const last = to + (leaf.end - leaf.from);
  // The root has slot 0; each split so far has taken one more.
  const free = Leaves.count;
  const leftIsSmall = middle - to <= last - middle;
  const grows =
    below < Options.depth && Leaves.count + 1 < Options.leaves && (Rows.canSplit(left) || Rows.canSplit(right));
  if (grows && leftIsSmall) findSplits(left, right, to, middle, Slots.at(free), Slots.at(slot), true, false);
  else if (grows) findSplits(right, left, middle, last, Slots.at(free), Slots.at(slot), true, false);
  setLeaf(index, node.left, below, leftIsSmall ? free : slot, !inFirst, to, middle);
  setLeaf(Leaves.count, node.right, below, leftIsSmall ? slot : free, !inFirst, middle, last);
  Leaves.count += 1;
}

/** Grows a tree from its root, whose split is known. */
export function growLeaves(_root: Node, end: usize): void {
  if (Leaves.start === 0) Leaves.start = memory_take(<usize>MAX_LEAVES * BYTES);
  setLeaf(0, 0, 0, 0, true, Data.first, end);
  Leaves.count = 1;
  while (Leaves.count < Options.leaves) {
    const best = bestLeaf();
    if (best < 0) break;
    splitLeaf(best);
  }
  for (let index = 0; index < Leaves.count; index++) {
    const leaf = LeafList.leafAt(index);
    settleLeaf(TreeNode.nodeAt(leaf.node), leaf.from, leaf.end, leaf.inFirst !== 0);
  }
}
