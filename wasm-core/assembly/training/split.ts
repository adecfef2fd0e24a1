// Finds the best splits of nodes, and applies splits and leaves to nodes.

import { groupWidth } from './columns';
import { addRecords, COUNT_BITS, COUNT_MASK, Copies, NODE_EVEN, ROOT_EVEN } from './histogram';
import { BINS, Data, GROUP_BYTES } from './layout';
import { addNode, Node, TreeNode } from './node';
import { Options } from './options';
import { Rule } from './partition';
import { Pass, scanGroup } from './scan';
import { BEST_BLANKS, BEST_CODE, BEST_LEFT, BIN_SHIFT, FEATURE_SHIFT, setLane } from './scan_lanes';
import { Grid } from './target';
import { Newton } from './weight';

export class Rows {
  /** Whether a node has enough rows for two children. */
  @inline
  static canSplit(node: Node): bool {
    return <f64>node.count >= 2 * Options.fewest;
  }
}

function startLane(lane: usize, node: Node): void {
  const count = <f64>node.count;
  const sum = <f64>node.sum;
  const own = Data.monotone ? Newton.worth(sum, count + Options.lambda, node.lowest, node.highest) : 0;
  setLane(lane, count, sum, Options.lambda, Options.fewest, node.lowest, node.highest, own);
}

/** Writes a lane's best split into its node, unless its gain is at most gamma. */
function adopt(lane: usize, node: Node): void {
  const code = load<i64>(BEST_CODE + lane);
  if (code < 0) return;
  const cells = load<i64>(BEST_LEFT + lane);
  const leftCount = <i32>(cells & COUNT_MASK);
  const leftSum = cells >> COUNT_BITS;
  const sum = <f64>node.sum;
  const left = Newton.worth(<f64>leftSum, <f64>leftCount + Options.lambda, node.lowest, node.highest);
  const rightCover = <f64>(node.count - leftCount) + Options.lambda;
  const right = Newton.worth(<f64>(node.sum - leftSum), rightCover, node.lowest, node.highest);
  const own = Newton.worth(sum, <f64>node.count + Options.lambda, node.lowest, node.highest);
  const gain = (left + right - own) * Grid.unit * Grid.unit;
  if (!(gain > Options.gamma)) return;
  node.gain = gain;
  node.feature = <i32>(code >> FEATURE_SHIFT);
  node.bin = <i32>(code >> BIN_SHIFT) & 255;
  // Where the node has no blanks, blanks go with most of its rows.
  const seen = load<f64>(BEST_BLANKS + lane) > 0;
  node.blankLeft = seen ? <i32>(code & 1) : i32(2 * leftCount >= node.count);
  node.leftCount = leftCount;
  node.leftSum = leftSum;
}

function groupIsUsed(group: i32, width: i32): bool {
  for (let index = 0; index < width; index++) if (load<bool>(Data.used + group * 8 + index)) return true;
  return false;
}

/**
 * Finds the best splits of the node `small`, whose records are from `from` to `end`, and of its
 * larger sibling `large`, null for the root. If `keep`, histograms of both are kept at `smallSlot`
 * and, in place of the parent's, at `largeSlot`. `counted`: the small node is the root, whose
 * histogram was counted while the last tree was settled.
 */
export function findSplits(
  small: Node,
  large: Node | null,
  from: usize,
  end: usize,
  smallSlot: usize,
  largeSlot: usize,
  keep: bool,
  counted: bool,
): void {
  startLane(0, small);
  if (large) startLane(8, large);
  else setLane(8, 0, 0, Options.lambda, Options.fewest, 0, 0, 0);
  const sampled = Options.subsample < 1;
  const rows = <i32>((end - from) / Data.stride);
  const twoCopies = Copies.two && (counted || rows >= Copies.rows);
  Pass.copies = counted ? ROOT_EVEN : NODE_EVEN;
  Pass.keep = keep;
  Pass.twoCopies = twoCopies;
  for (let group = 0; group < Data.groups; group++) {
    const width = groupWidth(group);
    if (!groupIsUsed(group, width)) continue;
    if (!counted) addRecords(from, end, group, width, twoCopies, sampled);
    const offset = <usize>group * GROUP_BYTES;
    Pass.small = smallSlot + offset;
    Pass.large = largeSlot + offset;
    scanGroup(group, width);
  }
  adopt(0, small);
  if (large) adopt(8, large);
}

/**
 * Adds the two children of a node that splits, and sets its split as the rule of `partition` and
 * `settle`.
 */
export function split(node: Node): void {
  Rule.at = BINS + node.feature;
  // Where no row has a blank in the feature, the plain comparison suffices for any direction of
  // blanks.
  Rule.shift = load<bool>(Data.hasBlanks + node.feature) ? node.blankLeft : 0;
  Rule.below = node.bin + Rule.shift + 1;
  const left = addNode(node.leftCount, node.leftSum, node.lowest, node.highest);
  const right = addNode(node.count - node.leftCount, node.sum - node.leftSum, node.lowest, node.highest);
  node.left = left;
  node.right = right;
  const sign = load<i8>(Data.signs + node.feature);
  if (sign === 0) return;
  const low = TreeNode.nodeAt(left);
  const high = TreeNode.nodeAt(right);
  const middle = (weightOf(low) + weightOf(high)) / 2;
  if (sign > 0) {
    low.highest = middle;
    high.lowest = middle;
  } else {
    low.lowest = middle;
    high.highest = middle;
  }
}

function weightOf(node: Node): f64 {
  return Newton.weight(<f64>node.sum, <f64>node.count + Options.lambda, node.lowest, node.highest);
}

/**
 * Value of a leaf, v = nearest(eta · w): a whole number of the grid, so that residuals stay whole.
 */
export function leafValue(node: Node): i32 {
  node.value = <i32>nearest(Options.eta * weightOf(node));
  return node.value;
}
