// The last level of a tree: leaves are subtracted from the residuals, records return to the first buffer, and the next tree's root
// histogram is counted on the way.

import { Cell } from './histogram';
import { Data } from './layout';
import { Move, Rule } from './partition';

/** OR of all residuals' magnitudes since the training began: a bit from 23 on means that they diverge. */
export class Residuals {
  static magnitude: i32 = 0;
}

class Home {
  @inline
  static settleNarrow(from: usize, end: usize, to: usize, left: i32, right: i32, width: i32): void {
    const at = Rule.at;
    const shift = Rule.shift;
    const below = Rule.below;
    const difference = left - right;
    let magnitude = 0;
    let home = to;
    let record = from;
    for (; record + 16 < end; record += 32) {
      const bins = load<u64>(record, 8);
      const even = load<i32>(record) - (right + (difference & Move.leftMask(record, at, shift, below)));
      const number = load<u32>(record, 4);
      const nextBins = load<u64>(record, 24);
      const odd = load<i32>(record, 16) - (right + (difference & Move.leftMask(record + 16, at, shift, below)));
      const nextNumber = load<u32>(record, 20);
      store<i32>(home, even);
      store<u32>(home, number, 4);
      store<u64>(home, bins, 8);
      store<i32>(home, odd, 16);
      store<u32>(home, nextNumber, 20);
      store<u64>(home, nextBins, 24);
      magnitude |= (even ^ (even >> 31)) | (odd ^ (odd >> 31));
      Cell.addRootEven(bins, Cell.packed(even), width);
      Cell.addRootOdd(nextBins, Cell.packed(odd), width);
      home += 32;
    }
    if (record < end) {
      const bins = load<u64>(record, 8);
      const even = load<i32>(record) - (right + (difference & Move.leftMask(record, at, shift, below)));
      store<u32>(home, load<u32>(record, 4), 4);
      store<i32>(home, even);
      store<u64>(home, bins, 8);
      magnitude |= even ^ (even >> 31);
      Cell.addRootEven(bins, Cell.packed(even), width);
    }
    Residuals.magnitude |= magnitude;
  }
}

function settleWide(from: usize, end: usize, to: usize, left: i32, right: i32): void {
  const stride = Data.stride;
  const difference = left - right;
  let magnitude = 0;
  let home = to;
  for (let record = from; record < end; record += stride) {
    const residual =
      load<i32>(record) - (right + (difference & Move.leftMask(record, Rule.at, Rule.shift, Rule.below)));
    for (let part: usize = 0; part < stride; part += 16) v128.store(home + part, v128.load(record + part));
    store<i32>(home, residual);
    magnitude |= residual ^ (residual >> 31);
    home += stride;
  }
  Residuals.magnitude |= magnitude;
}

/**
 * Subtracts `left` or `right`, by `Rule`, from the residuals of the records from `from` to `end` and writes them to `to`, which may be
 * where they stand. `withRoot`: counts them in the next root's histogram; only for records of one group.
 */
export function settle(from: usize, end: usize, to: usize, left: i32, right: i32, withRoot: bool): void {
  if (!withRoot) {
    settleWide(from, end, to, left, right);
    return;
  }
  switch (Data.features) {
    case 1:
      Home.settleNarrow(from, end, to, left, right, 1);
      return;
    case 2:
      Home.settleNarrow(from, end, to, left, right, 2);
      return;
    case 3:
      Home.settleNarrow(from, end, to, left, right, 3);
      return;
    case 4:
      Home.settleNarrow(from, end, to, left, right, 4);
      return;
    case 5:
      Home.settleNarrow(from, end, to, left, right, 5);
      return;
    case 6:
      Home.settleNarrow(from, end, to, left, right, 6);
      return;
    case 7:
      Home.settleNarrow(from, end, to, left, right, 7);
      return;
    default:
      Home.settleNarrow(from, end, to, left, right, 8);
      return;
  }
}
