// Histograms of a group of eight features. A cell is one word, (sum of residuals << 20) + count, so
// an update is one addition; sums stay below 2^43 and counts below 2^20. Even and odd rows use
// separate copies: successive rows often fall into the same cell, and an addition would wait for
// the previous one. Copies have constant addresses, which saves an addition per update.

import { Eight, Five, Four, One, Seven, Six, Three, Two, Zero } from '../numbers';
import { BINS, Data, GROUP_BYTES, HISTOGRAM_STRIDE } from './layout';

/**
 * The copies of the current node, and those of the next tree's root, which are filled while the
 * leaves of a tree are settled.
 */
const copies: usize = memory.data(4 * 8 * 264 * 8, 64);

export const NODE_EVEN: usize = copies;
export const NODE_ODD: usize = copies + GROUP_BYTES;
export const ROOT_EVEN: usize = copies + 2 * GROUP_BYTES;
export const ROOT_ODD: usize = copies + 3 * GROUP_BYTES;

/** Whether histograms are counted in two copies. */
export class Copies {
  static two: bool = false;
  /** Rows of a node below which merging the second copy costs more time than it saves. */
  static rows: i32 = 0;

  /**
   * `bins`: total number of bins of the features. With many bins rows rarely share a cell, and one
   * copy uses less of the cache.
   */
  static choose(bins: i32): void {
    Copies.two = bins <= 1024 * Data.groups;
    Copies.rows = bins / 2;
  }
}

/** Indices of the copies, as types. */
type EvenOfNode = Zero;
type OddOfNode = One;
export type EvenOfRoot = Two;
export type OddOfRoot = Three;

/** Byte offset of a cell: the code of a bin times 8. */
const CELL: usize = 0x7f8;

/** Bits of a cell that hold the count. */
export const COUNT_BITS: i64 = 20;
export const COUNT_MASK: i64 = (1 << 20) - 1;

export class Cell {
  /**
   * Adds a row to feature number `Feature` of copy number `Copy`, in `copies`; `cell`: the code of
   * its bin times 8.
   */
  @inline
  static add<Feature, Copy>(cell: usize, packed: i64): void {
    const sum = load<i64>(cell, copies + offsetof<Copy>() * GROUP_BYTES + offsetof<Feature>() * HISTOGRAM_STRIDE);
    store<i64>(cell, sum + packed, copies + offsetof<Copy>() * GROUP_BYTES + offsetof<Feature>() * HISTOGRAM_STRIDE);
  }

  /** Adds a row to a copy of the node; `bins`: address of the codes of `Width` features. */
  @inline
  static addToNode<Width, Copy>(bins: usize, packed: i64): void {
    if (offsetof<Width>() > 0) Cell.add<Zero, Copy>((<usize>load<u8>(bins)) << 3, packed);
    if (offsetof<Width>() > 1) Cell.add<One, Copy>((<usize>load<u8>(bins, 1)) << 3, packed);
    if (offsetof<Width>() > 2) Cell.add<Two, Copy>((<usize>load<u8>(bins, 2)) << 3, packed);
    if (offsetof<Width>() > 3) Cell.add<Three, Copy>((<usize>load<u8>(bins, 3)) << 3, packed);
    if (offsetof<Width>() > 4) Cell.add<Four, Copy>((<usize>load<u8>(bins, 4)) << 3, packed);
    if (offsetof<Width>() > 5) Cell.add<Five, Copy>((<usize>load<u8>(bins, 5)) << 3, packed);
    if (offsetof<Width>() > 6) Cell.add<Six, Copy>((<usize>load<u8>(bins, 6)) << 3, packed);
    if (offsetof<Width>() > 7) Cell.add<Seven, Copy>((<usize>load<u8>(bins, 7)) << 3, packed);
  }

  /** Adds a row to a copy of the next root; `word`: the codes of `Width` features. */
  @inline
  static addToRoot<Width, Copy>(word: u64, packed: i64): void {
    if (offsetof<Width>() > 0) Cell.add<Zero, Copy>(<usize>(word << 3) & CELL, packed);
    if (offsetof<Width>() > 1) Cell.add<One, Copy>(<usize>(word >> 5) & CELL, packed);
    if (offsetof<Width>() > 2) Cell.add<Two, Copy>(<usize>(word >> 13) & CELL, packed);
    if (offsetof<Width>() > 3) Cell.add<Three, Copy>(<usize>(word >> 21) & CELL, packed);
    if (offsetof<Width>() > 4) Cell.add<Four, Copy>(<usize>(word >> 29) & CELL, packed);
    if (offsetof<Width>() > 5) Cell.add<Five, Copy>(<usize>(word >> 37) & CELL, packed);
    if (offsetof<Width>() > 6) Cell.add<Six, Copy>(<usize>(word >> 45) & CELL, packed);
    if (offsetof<Width>() > 7) Cell.add<Seven, Copy>(<usize>(word >> 53) & CELL, packed);
  }

  /** The word that is added to the cells of a row of residual `residual`. */
  @inline
  static packed(residual: i32): i64 {
    return ((<i64>residual) << COUNT_BITS) | 1;
  }

  /** As `packed`, but 0 for a row whose number has the top bit: it is not in the sample. */
  @inline
  static packedRow<Sampled>(record: usize): i64 {
    const own = Cell.packed(load<i32>(record));
    if (offsetof<Sampled>() > 0) return own & ~(<i64>load<i32>(record, 4) >> 63);
    return own;
  }
}

/**
 * Adds records to the copies of the node; a group of `Width` features is at `bins`. `Odd`:
 * alternates between both copies.
 */
function addRows<Width, Odd, Sampled>(from: usize, end: usize, stride: usize, bins: usize): void {
  let record = from;
  for (const last = end - stride; record < last; record += 2 * stride) {
    const next = record + stride;
    Cell.addToNode<Width, EvenOfNode>(record + bins, Cell.packedRow<Sampled>(record));
    if (offsetof<Odd>() > 0) Cell.addToNode<Width, OddOfNode>(next + bins, Cell.packedRow<Sampled>(next));
    else Cell.addToNode<Width, EvenOfNode>(next + bins, Cell.packedRow<Sampled>(next));
  }
  if (record < end) Cell.addToNode<Width, EvenOfNode>(record + bins, Cell.packedRow<Sampled>(record));
}

/** Records of one group of `Width` features. */
function addNarrow<Width>(from: usize, end: usize, twoCopies: bool): void {
  if (twoCopies) addRows<Width, One, Zero>(from, end, 16, BINS);
  else addRows<Width, Zero, Zero>(from, end, 16, BINS);
}

function addWide<Sampled>(from: usize, end: usize, bins: usize, twoCopies: bool): void {
  if (twoCopies) addRows<Eight, One, Sampled>(from, end, Data.stride, bins);
  else addRows<Eight, Zero, Sampled>(from, end, Data.stride, bins);
}

function addByWidth(from: usize, end: usize, width: i32, twoCopies: bool): void {
  if (width === 1) addNarrow<One>(from, end, twoCopies);
  else if (width === 2) addNarrow<Two>(from, end, twoCopies);
  else if (width === 3) addNarrow<Three>(from, end, twoCopies);
  else if (width === 4) addNarrow<Four>(from, end, twoCopies);
  else if (width === 5) addNarrow<Five>(from, end, twoCopies);
  else if (width === 6) addNarrow<Six>(from, end, twoCopies);
  else if (width === 7) addNarrow<Seven>(from, end, twoCopies);
  else addNarrow<Eight>(from, end, twoCopies);
}

/**
 * Adds the records from `from` to `end` to the node's copies, features of group `group`. Without
 * `twoCopies` only the even one is used.
 * `sampled`: rows outside the sample are skipped.
 */
export function addRecords(from: usize, end: usize, group: i32, width: i32, twoCopies: bool, sampled: bool): void {
  const bins = BINS + <usize>group * 8;
  if (sampled) addWide<One>(from, end, bins, twoCopies);
  else if (Data.groups > 1) addWide<Zero>(from, end, bins, twoCopies);
  else addByWidth(from, end, width, twoCopies);
}
