// Histograms of a group of eight features. A cell is one word, (sum of residuals << 20) + count, so
// an update is one addition; sums stay below 2^43 and counts below 2^20. Two copies, for even and
// for odd rows: rows in a row often fall into the same cell, and an addition would wait for the one
// before. Copies stand at constant addresses, which saves an addition per update.

import { BINS, Data, GROUP_BYTES, HISTOGRAM_STRIDE } from './layout';
import { Eight, Five, Four, One, Seven, Six, Three, Two, Zero } from './numbers';

/**
 * The copies of the node at hand, and those of the next tree's root, which fill while the leaves of
 * a tree are settled.
 */
const copies: usize = memory.data(4 * 8 * 264 * 8, 64);

export const NODE_EVEN: usize = copies;
export const NODE_ODD: usize = copies + GROUP_BYTES;
export const ROOT_EVEN: usize = copies + 2 * GROUP_BYTES;
export const ROOT_ODD: usize = copies + 3 * GROUP_BYTES;

/** Whether histograms are counted in two copies. */
export class Copies {
  static two: bool = false;
  /** Rows of a node below which merging the second copy costs more than it saves. */
  static rows: i32 = 0;

  /**
   * `bins`: all bins of the features. With many of them rows rarely share a cell, and one copy
   * leaves more of the cache.
   */
  static choose(bins: i32): void {
    Copies.two = bins <= 1024 * Data.groups;
    Copies.rows = bins / 2;
  }
}

/** Byte of a cell: a bin's code times 8. */
const CELL: usize = 0x7f8;

/** Bits of a cell that hold the count. */
export const COUNT_BITS: i64 = 20;
export const COUNT_MASK: i64 = (1 << 20) - 1;

const E0: usize = NODE_EVEN + 0 * HISTOGRAM_STRIDE;
const E1: usize = NODE_EVEN + 1 * HISTOGRAM_STRIDE;
const E2: usize = NODE_EVEN + 2 * HISTOGRAM_STRIDE;
const E3: usize = NODE_EVEN + 3 * HISTOGRAM_STRIDE;
const E4: usize = NODE_EVEN + 4 * HISTOGRAM_STRIDE;
const E5: usize = NODE_EVEN + 5 * HISTOGRAM_STRIDE;
const E6: usize = NODE_EVEN + 6 * HISTOGRAM_STRIDE;
const E7: usize = NODE_EVEN + 7 * HISTOGRAM_STRIDE;
const O0: usize = NODE_ODD + 0 * HISTOGRAM_STRIDE;
const O1: usize = NODE_ODD + 1 * HISTOGRAM_STRIDE;
const O2: usize = NODE_ODD + 2 * HISTOGRAM_STRIDE;
const O3: usize = NODE_ODD + 3 * HISTOGRAM_STRIDE;
const O4: usize = NODE_ODD + 4 * HISTOGRAM_STRIDE;
const O5: usize = NODE_ODD + 5 * HISTOGRAM_STRIDE;
const O6: usize = NODE_ODD + 6 * HISTOGRAM_STRIDE;
const O7: usize = NODE_ODD + 7 * HISTOGRAM_STRIDE;
const R0: usize = ROOT_EVEN + 0 * HISTOGRAM_STRIDE;
const R1: usize = ROOT_EVEN + 1 * HISTOGRAM_STRIDE;
const R2: usize = ROOT_EVEN + 2 * HISTOGRAM_STRIDE;
const R3: usize = ROOT_EVEN + 3 * HISTOGRAM_STRIDE;
const R4: usize = ROOT_EVEN + 4 * HISTOGRAM_STRIDE;
const R5: usize = ROOT_EVEN + 5 * HISTOGRAM_STRIDE;
const R6: usize = ROOT_EVEN + 6 * HISTOGRAM_STRIDE;
const R7: usize = ROOT_EVEN + 7 * HISTOGRAM_STRIDE;
const S0: usize = ROOT_ODD + 0 * HISTOGRAM_STRIDE;
const S1: usize = ROOT_ODD + 1 * HISTOGRAM_STRIDE;
const S2: usize = ROOT_ODD + 2 * HISTOGRAM_STRIDE;
const S3: usize = ROOT_ODD + 3 * HISTOGRAM_STRIDE;
const S4: usize = ROOT_ODD + 4 * HISTOGRAM_STRIDE;
const S5: usize = ROOT_ODD + 5 * HISTOGRAM_STRIDE;
const S6: usize = ROOT_ODD + 6 * HISTOGRAM_STRIDE;
const S7: usize = ROOT_ODD + 7 * HISTOGRAM_STRIDE;

export class Cell {
  /** Adds a row to the even copy of the node; `width` features. */
  @inline
  static addNodeEven<Width>(bins: usize, packed: i64): void {
    if (offsetof<Width>() > 0) {
      const cell = (<usize>load<u8>(bins)) << 3;
      store<i64>(cell, load<i64>(cell, E0) + packed, E0);
    }
    if (offsetof<Width>() > 1) {
      const cell = (<usize>load<u8>(bins, 1)) << 3;
      store<i64>(cell, load<i64>(cell, E1) + packed, E1);
    }
    if (offsetof<Width>() > 2) {
      const cell = (<usize>load<u8>(bins, 2)) << 3;
      store<i64>(cell, load<i64>(cell, E2) + packed, E2);
    }
    if (offsetof<Width>() > 3) {
      const cell = (<usize>load<u8>(bins, 3)) << 3;
      store<i64>(cell, load<i64>(cell, E3) + packed, E3);
    }
    if (offsetof<Width>() > 4) {
      const cell = (<usize>load<u8>(bins, 4)) << 3;
      store<i64>(cell, load<i64>(cell, E4) + packed, E4);
    }
    if (offsetof<Width>() > 5) {
      const cell = (<usize>load<u8>(bins, 5)) << 3;
      store<i64>(cell, load<i64>(cell, E5) + packed, E5);
    }
    if (offsetof<Width>() > 6) {
      const cell = (<usize>load<u8>(bins, 6)) << 3;
      store<i64>(cell, load<i64>(cell, E6) + packed, E6);
    }
    if (offsetof<Width>() > 7) {
      const cell = (<usize>load<u8>(bins, 7)) << 3;
      store<i64>(cell, load<i64>(cell, E7) + packed, E7);
    }
  }

  /** Adds a row to the odd copy of the node. */
  @inline
  static addNodeOdd<Width>(bins: usize, packed: i64): void {
    if (offsetof<Width>() > 0) {
      const cell = (<usize>load<u8>(bins)) << 3;
      store<i64>(cell, load<i64>(cell, O0) + packed, O0);
    }
    if (offsetof<Width>() > 1) {
      const cell = (<usize>load<u8>(bins, 1)) << 3;
      store<i64>(cell, load<i64>(cell, O1) + packed, O1);
    }
    if (offsetof<Width>() > 2) {
      const cell = (<usize>load<u8>(bins, 2)) << 3;
      store<i64>(cell, load<i64>(cell, O2) + packed, O2);
    }
    if (offsetof<Width>() > 3) {
      const cell = (<usize>load<u8>(bins, 3)) << 3;
      store<i64>(cell, load<i64>(cell, O3) + packed, O3);
    }
    if (offsetof<Width>() > 4) {
      const cell = (<usize>load<u8>(bins, 4)) << 3;
      store<i64>(cell, load<i64>(cell, O4) + packed, O4);
    }
    if (offsetof<Width>() > 5) {
      const cell = (<usize>load<u8>(bins, 5)) << 3;
      store<i64>(cell, load<i64>(cell, O5) + packed, O5);
    }
    if (offsetof<Width>() > 6) {
      const cell = (<usize>load<u8>(bins, 6)) << 3;
      store<i64>(cell, load<i64>(cell, O6) + packed, O6);
    }
    if (offsetof<Width>() > 7) {
      const cell = (<usize>load<u8>(bins, 7)) << 3;
      store<i64>(cell, load<i64>(cell, O7) + packed, O7);
    }
  }

  /** Adds a row to the even copy of the next root. */
  @inline
  static addRootEven<Width>(word: u64, packed: i64): void {
    if (offsetof<Width>() > 0) {
      const cell = <usize>(word << 3) & CELL;
      store<i64>(cell, load<i64>(cell, R0) + packed, R0);
    }
    if (offsetof<Width>() > 1) {
      const cell = <usize>(word >> 5) & CELL;
      store<i64>(cell, load<i64>(cell, R1) + packed, R1);
    }
    if (offsetof<Width>() > 2) {
      const cell = <usize>(word >> 13) & CELL;
      store<i64>(cell, load<i64>(cell, R2) + packed, R2);
    }
    if (offsetof<Width>() > 3) {
      const cell = <usize>(word >> 21) & CELL;
      store<i64>(cell, load<i64>(cell, R3) + packed, R3);
    }
    if (offsetof<Width>() > 4) {
      const cell = <usize>(word >> 29) & CELL;
      store<i64>(cell, load<i64>(cell, R4) + packed, R4);
    }
    if (offsetof<Width>() > 5) {
      const cell = <usize>(word >> 37) & CELL;
      store<i64>(cell, load<i64>(cell, R5) + packed, R5);
    }
    if (offsetof<Width>() > 6) {
      const cell = <usize>(word >> 45) & CELL;
      store<i64>(cell, load<i64>(cell, R6) + packed, R6);
    }
    if (offsetof<Width>() > 7) {
      const cell = <usize>(word >> 53) & CELL;
      store<i64>(cell, load<i64>(cell, R7) + packed, R7);
    }
  }

  /** Adds a row to the odd copy of the next root. */
  @inline
  static addRootOdd<Width>(word: u64, packed: i64): void {
    if (offsetof<Width>() > 0) {
      const cell = <usize>(word << 3) & CELL;
      store<i64>(cell, load<i64>(cell, S0) + packed, S0);
    }
    if (offsetof<Width>() > 1) {
      const cell = <usize>(word >> 5) & CELL;
      store<i64>(cell, load<i64>(cell, S1) + packed, S1);
    }
    if (offsetof<Width>() > 2) {
      const cell = <usize>(word >> 13) & CELL;
      store<i64>(cell, load<i64>(cell, S2) + packed, S2);
    }
    if (offsetof<Width>() > 3) {
      const cell = <usize>(word >> 21) & CELL;
      store<i64>(cell, load<i64>(cell, S3) + packed, S3);
    }
    if (offsetof<Width>() > 4) {
      const cell = <usize>(word >> 29) & CELL;
      store<i64>(cell, load<i64>(cell, S4) + packed, S4);
    }
    if (offsetof<Width>() > 5) {
      const cell = <usize>(word >> 37) & CELL;
      store<i64>(cell, load<i64>(cell, S5) + packed, S5);
    }
    if (offsetof<Width>() > 6) {
      const cell = <usize>(word >> 45) & CELL;
      store<i64>(cell, load<i64>(cell, S6) + packed, S6);
    }
    if (offsetof<Width>() > 7) {
      const cell = <usize>(word >> 53) & CELL;
      store<i64>(cell, load<i64>(cell, S7) + packed, S7);
    }
  }

  /** Word that a row of residual `residual` adds to its cells. */
  @inline
  static packed(residual: i32): i64 {
    return ((<i64>residual) << COUNT_BITS) | 1;
  }

  /** As `packed`, 0 for a row whose number has the top bit: it is not in the sample. */
  @inline
  static packedRow<Sampled>(record: usize): i64 {
    const own = Cell.packed(load<i32>(record));
    if (offsetof<Sampled>() > 0) return own & ~(<i64>load<i32>(record, 4) >> 63);
    return own;
  }
}

/**
 * Adds records to the copies of the node; a group of `Width` features stands at `bins`. `Odd`: to
 * both copies in turn.
 */
function addRows<Width, Odd, Sampled>(from: usize, end: usize, stride: usize, bins: usize): void {
  let record = from;
  for (const last = end - stride; record < last; record += 2 * stride) {
    const next = record + stride;
    Cell.addNodeEven<Width>(record + bins, Cell.packedRow<Sampled>(record));
    if (offsetof<Odd>() > 0) Cell.addNodeOdd<Width>(next + bins, Cell.packedRow<Sampled>(next));
    else Cell.addNodeEven<Width>(next + bins, Cell.packedRow<Sampled>(next));
  }
  if (record < end) Cell.addNodeEven<Width>(record + bins, Cell.packedRow<Sampled>(record));
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
  switch (width) {
    case 1:
      addNarrow<One>(from, end, twoCopies);
      return;
    case 2:
      addNarrow<Two>(from, end, twoCopies);
      return;
    case 3:
      addNarrow<Three>(from, end, twoCopies);
      return;
    case 4:
      addNarrow<Four>(from, end, twoCopies);
      return;
    case 5:
      addNarrow<Five>(from, end, twoCopies);
      return;
    case 6:
      addNarrow<Six>(from, end, twoCopies);
      return;
    case 7:
      addNarrow<Seven>(from, end, twoCopies);
      return;
    default:
      addNarrow<Eight>(from, end, twoCopies);
  }
}

/**
 * Adds the records from `from` to `end` to the node's copies, features of group `group`. Without
 * `twoCopies` only the even one is used.
 * `sampled`: rows outside the sample are passed over.
 */
export function addRecords(from: usize, end: usize, group: i32, width: i32, twoCopies: bool, sampled: bool): void {
  const bins = BINS + <usize>group * 8;
  if (sampled) addWide<One>(from, end, bins, twoCopies);
  else if (Data.groups > 1) addWide<Zero>(from, end, bins, twoCopies);
  else addByWidth(from, end, width, twoCopies);
}
