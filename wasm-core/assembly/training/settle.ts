// The last level of a tree: leaves are subtracted from the residuals, records return to the first
// buffer, and the next tree's root histogram is counted in the same pass.

import { Eight, Five, Four, One, Seven, Six, Three, Two, Zero } from '../numbers';
import { Cell, Copies, EvenOfRoot, OddOfRoot } from './histogram';
import { Data } from './layout';
import { Move, Rule } from './partition';

/**
 * OR of all residuals' magnitudes since the training began: a bit from 23 on means that they
 * diverge.
 */
export class Residuals {
  static magnitude: i32 = 0;
}

class Home {
  /** Residual of a record after the subtraction of its leaf. */
  @inline
  static residual(record: usize, at: usize, shift: i32, below: i32, right: i32, difference: i32): i32 {
    return load<i32>(record) - (right + (difference & Move.leftMask(record, at, shift, below)));
  }

  /** Writes a record with a new residual. */
  @inline
  static put(record: usize, home: usize, residual: i32): void {
    v128.store(home, i32x4.replace_lane(v128.load(record), 0, residual));
  }
}

function settleNarrow<Width, Odd>(from: usize, end: usize, to: usize, left: i32, right: i32): void {
  const at = Rule.at;
  const shift = Rule.shift;
  const below = Rule.below;
  const difference = left - right;
  const away = to - from;
  let magnitude = 0;
  let record = from;
  for (; record + 16 < end; record += 32) {
    const bins = load<u64>(record, 8);
    const nextBins = load<u64>(record, 24);
    const even = Home.residual(record, at, shift, below, right, difference);
    Home.put(record, record + away, even);
    magnitude |= even ^ (even >> 31);
    Cell.addToRoot<Width, EvenOfRoot>(bins, Cell.packed(even));
    const odd = Home.residual(record + 16, at, shift, below, right, difference);
    Home.put(record + 16, record + away + 16, odd);
    magnitude |= odd ^ (odd >> 31);
    if (offsetof<Odd>() > 0) Cell.addToRoot<Width, OddOfRoot>(nextBins, Cell.packed(odd));
    else Cell.addToRoot<Width, EvenOfRoot>(nextBins, Cell.packed(odd));
  }
  if (record < end) {
    const even = Home.residual(record, at, shift, below, right, difference);
    Home.put(record, record + away, even);
    magnitude |= even ^ (even >> 31);
    Cell.addToRoot<Width, EvenOfRoot>(load<u64>(record, 8), Cell.packed(even));
  }
  Residuals.magnitude |= magnitude;
}

function settleByWidth<Width>(from: usize, end: usize, to: usize, left: i32, right: i32): void {
  if (Copies.two) settleNarrow<Width, One>(from, end, to, left, right);
  else settleNarrow<Width, Zero>(from, end, to, left, right);
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
 * Subtracts `left` or `right`, by `Rule`, from the residuals of the records from `from` to `end`
 * and writes them to `to`, which may be their own address. `withRoot`: counts them in the next
 * root's histogram; only for records of one group.
 */
export function settle(from: usize, end: usize, to: usize, left: i32, right: i32, withRoot: bool): void {
  const features = Data.features;
  if (!withRoot) settleWide(from, end, to, left, right);
  else if (features === 1) settleByWidth<One>(from, end, to, left, right);
  else if (features === 2) settleByWidth<Two>(from, end, to, left, right);
  else if (features === 3) settleByWidth<Three>(from, end, to, left, right);
  else if (features === 4) settleByWidth<Four>(from, end, to, left, right);
  else if (features === 5) settleByWidth<Five>(from, end, to, left, right);
  else if (features === 6) settleByWidth<Six>(from, end, to, left, right);
  else if (features === 7) settleByWidth<Seven>(from, end, to, left, right);
  else settleByWidth<Eight>(from, end, to, left, right);
}
