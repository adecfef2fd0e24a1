// Histograms of a group of eight features. A cell is one word, (sum of residuals << 20) + count, so an update is one addition; sums
// stay below 2^43 and counts below 2^20. Two copies, for even and for odd rows: rows in a row often fall into the same cell, and
// an addition would wait for the one before. Copies stand at constant addresses, which saves an addition per update.

import { BINS, Data, GROUP_BYTES, HISTOGRAM_STRIDE } from './layout';

/** The copies of the node at hand, and those of the next tree's root, which fill while the leaves of a tree are settled. */
const copies: usize = memory.data(4 * 8 * 264 * 8, 64);

export const NODE_EVEN: usize = copies;
export const NODE_ODD: usize = copies + GROUP_BYTES;
export const ROOT_EVEN: usize = copies + 2 * GROUP_BYTES;
export const ROOT_ODD: usize = copies + 3 * GROUP_BYTES;

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
  static addNodeEven(word: u64, packed: i64, width: i32): void {
    if (width > 0) {
      const cell = <usize>(word << 3) & CELL;
      store<i64>(cell, load<i64>(cell, E0) + packed, E0);
    }
    if (width > 1) {
      const cell = <usize>(word >> 5) & CELL;
      store<i64>(cell, load<i64>(cell, E1) + packed, E1);
    }
    if (width > 2) {
      const cell = <usize>(word >> 13) & CELL;
      store<i64>(cell, load<i64>(cell, E2) + packed, E2);
    }
    if (width > 3) {
      const cell = <usize>(word >> 21) & CELL;
      store<i64>(cell, load<i64>(cell, E3) + packed, E3);
    }
    if (width > 4) {
      const cell = <usize>(word >> 29) & CELL;
      store<i64>(cell, load<i64>(cell, E4) + packed, E4);
    }
    if (width > 5) {
      const cell = <usize>(word >> 37) & CELL;
      store<i64>(cell, load<i64>(cell, E5) + packed, E5);
    }
    if (width > 6) {
      const cell = <usize>(word >> 45) & CELL;
      store<i64>(cell, load<i64>(cell, E6) + packed, E6);
    }
    if (width > 7) {
      const cell = <usize>(word >> 53) & CELL;
      store<i64>(cell, load<i64>(cell, E7) + packed, E7);
    }
  }

  /** Adds a row to the odd copy of the node. */
  @inline
  static addNodeOdd(word: u64, packed: i64, width: i32): void {
    if (width > 0) {
      const cell = <usize>(word << 3) & CELL;
      store<i64>(cell, load<i64>(cell, O0) + packed, O0);
    }
    if (width > 1) {
      const cell = <usize>(word >> 5) & CELL;
      store<i64>(cell, load<i64>(cell, O1) + packed, O1);
    }
    if (width > 2) {
      const cell = <usize>(word >> 13) & CELL;
      store<i64>(cell, load<i64>(cell, O2) + packed, O2);
    }
    if (width > 3) {
      const cell = <usize>(word >> 21) & CELL;
      store<i64>(cell, load<i64>(cell, O3) + packed, O3);
    }
    if (width > 4) {
      const cell = <usize>(word >> 29) & CELL;
      store<i64>(cell, load<i64>(cell, O4) + packed, O4);
    }
    if (width > 5) {
      const cell = <usize>(word >> 37) & CELL;
      store<i64>(cell, load<i64>(cell, O5) + packed, O5);
    }
    if (width > 6) {
      const cell = <usize>(word >> 45) & CELL;
      store<i64>(cell, load<i64>(cell, O6) + packed, O6);
    }
    if (width > 7) {
      const cell = <usize>(word >> 53) & CELL;
      store<i64>(cell, load<i64>(cell, O7) + packed, O7);
    }
  }

  /** Adds a row to the even copy of the next root. */
  @inline
  static addRootEven(word: u64, packed: i64, width: i32): void {
    if (width > 0) {
      const cell = <usize>(word << 3) & CELL;
      store<i64>(cell, load<i64>(cell, R0) + packed, R0);
    }
    if (width > 1) {
      const cell = <usize>(word >> 5) & CELL;
      store<i64>(cell, load<i64>(cell, R1) + packed, R1);
    }
    if (width > 2) {
      const cell = <usize>(word >> 13) & CELL;
      store<i64>(cell, load<i64>(cell, R2) + packed, R2);
    }
    if (width > 3) {
      const cell = <usize>(word >> 21) & CELL;
      store<i64>(cell, load<i64>(cell, R3) + packed, R3);
    }
    if (width > 4) {
      const cell = <usize>(word >> 29) & CELL;
      store<i64>(cell, load<i64>(cell, R4) + packed, R4);
    }
    if (width > 5) {
      const cell = <usize>(word >> 37) & CELL;
      store<i64>(cell, load<i64>(cell, R5) + packed, R5);
    }
    if (width > 6) {
      const cell = <usize>(word >> 45) & CELL;
      store<i64>(cell, load<i64>(cell, R6) + packed, R6);
    }
    if (width > 7) {
      const cell = <usize>(word >> 53) & CELL;
      store<i64>(cell, load<i64>(cell, R7) + packed, R7);
    }
  }

  /** Adds a row to the odd copy of the next root. */
  @inline
  static addRootOdd(word: u64, packed: i64, width: i32): void {
    if (width > 0) {
      const cell = <usize>(word << 3) & CELL;
      store<i64>(cell, load<i64>(cell, S0) + packed, S0);
    }
    if (width > 1) {
      const cell = <usize>(word >> 5) & CELL;
      store<i64>(cell, load<i64>(cell, S1) + packed, S1);
    }
    if (width > 2) {
      const cell = <usize>(word >> 13) & CELL;
      store<i64>(cell, load<i64>(cell, S2) + packed, S2);
    }
    if (width > 3) {
      const cell = <usize>(word >> 21) & CELL;
      store<i64>(cell, load<i64>(cell, S3) + packed, S3);
    }
    if (width > 4) {
      const cell = <usize>(word >> 29) & CELL;
      store<i64>(cell, load<i64>(cell, S4) + packed, S4);
    }
    if (width > 5) {
      const cell = <usize>(word >> 37) & CELL;
      store<i64>(cell, load<i64>(cell, S5) + packed, S5);
    }
    if (width > 6) {
      const cell = <usize>(word >> 45) & CELL;
      store<i64>(cell, load<i64>(cell, S6) + packed, S6);
    }
    if (width > 7) {
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
  static packedIfSampled(record: usize): i64 {
    return Cell.packed(load<i32>(record)) & ~(<i64>load<i32>(record, 4) >> 63);
  }

  @inline
  static add(from: usize, end: usize, stride: usize, bins: usize, width: i32, twoCopies: bool, sampled: bool): void {
    let record = from;
    if (twoCopies) {
      for (const last = end - stride; record < last; record += 2 * stride) {
        const odd = record + stride;
        Cell.addNodeEven(
          load<u64>(record + bins),
          sampled ? Cell.packedIfSampled(record) : Cell.packed(load<i32>(record)),
          width,
        );
        Cell.addNodeOdd(
          load<u64>(odd + bins),
          sampled ? Cell.packedIfSampled(odd) : Cell.packed(load<i32>(odd)),
          width,
        );
      }
      if (record >= end) return;
      Cell.addNodeEven(
        load<u64>(record + bins),
        sampled ? Cell.packedIfSampled(record) : Cell.packed(load<i32>(record)),
        width,
      );
      return;
    }
    for (; record < end; record += stride) {
      Cell.addNodeEven(
        load<u64>(record + bins),
        sampled ? Cell.packedIfSampled(record) : Cell.packed(load<i32>(record)),
        width,
      );
    }
  }

  /** Records of 16 bytes: one group, `width` features. */
  @inline
  static addNarrow(from: usize, end: usize, width: i32, twoCopies: bool, sampled: bool): void {
    if (twoCopies) Cell.add(from, end, 16, BINS, width, true, sampled);
    else Cell.add(from, end, 16, BINS, width, false, sampled);
  }

  @inline
  static addByWidth(from: usize, end: usize, width: i32, twoCopies: bool): void {
    switch (width) {
      case 1:
        Cell.addNarrow(from, end, 1, twoCopies, false);
        return;
      case 2:
        Cell.addNarrow(from, end, 2, twoCopies, false);
        return;
      case 3:
        Cell.addNarrow(from, end, 3, twoCopies, false);
        return;
      case 4:
        Cell.addNarrow(from, end, 4, twoCopies, false);
        return;
      case 5:
        Cell.addNarrow(from, end, 5, twoCopies, false);
        return;
      case 6:
        Cell.addNarrow(from, end, 6, twoCopies, false);
        return;
      case 7:
        Cell.addNarrow(from, end, 7, twoCopies, false);
        return;
      default:
        Cell.addNarrow(from, end, 8, twoCopies, false);
        return;
    }
  }
}

/**
 * Adds the records from `from` to `end` to the node's copies, features of group `group`. Without `twoCopies` only the even one is used.
 * `sampled`: rows outside the sample are passed over.
 */
export function addRecords(from: usize, end: usize, group: i32, width: i32, twoCopies: bool, sampled: bool): void {
  const bins = BINS + <usize>group * 8;
  if (sampled) Cell.add(from, end, Data.stride, bins, 8, true, true);
  else if (Data.groups > 1) Cell.add(from, end, Data.stride, bins, 8, true, false);
  else if (twoCopies) Cell.addByWidth(from, end, width, true);
  else Cell.addByWidth(from, end, width, false);
}
