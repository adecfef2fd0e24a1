// One pass over the histograms of two siblings: the copies of the smaller child are merged, the
// larger child is parent minus smaller, both are kept where grandchildren need them, and every
// split of both is scored, one sibling per lane.
//
// Score of a split with g, h left of it: a = h + lambda, b = D - a, t = g - a·C, score = t²/(a·b),
// where D = H + 2·lambda, C = S/D. It orders splits as the gain of XGBoost does (GL²/a + GR²/b =
// t²·D/(a·b) + S²/D), with one division and no cancellation.

import { One, Zero } from '../numbers';
import { BLANK, Data, GROUP, GROUP_BYTES, HISTOGRAM_STRIDE } from './layout';
import {
  BEST,
  BEST_BLANKS,
  BEST_CODE,
  BEST_LEFT,
  BLANK_LEFT,
  CENTRE,
  COUNT_BITS_OF,
  COUNT_OFFSET,
  COVER,
  EXPONENT,
  FEATURE_SHIFT,
  HIGHEST,
  LAMBDA,
  LEAST,
  LOWEST,
  NEXT_BIN,
  SIGN,
  SUM,
  SUM_OFFSET,
} from './scan_lanes';
import { Score } from './scan_score';

/** Histograms of a pass: addresses of the smaller child's copies and of both kept histograms. */
export class Pass {
  /** The even copy; the odd one follows it. */
  static copies: usize = 0;
  /**
   * Histogram of the smaller child, written; of the parent, read, and overwritten by the larger
   * child.
   */
  static small: usize = 0;
  static large: usize = 0;
  /** Whether both are written. */
  static keep: bool = false;
  /** Whether the odd copy is used. */
  static twoCopies: bool = false;
}

const BLANK_CELL: usize = BLANK * 8;

class Scan {
  /**
   * Cell of both siblings, as lanes: the smaller one's from the copies, which are cleared, the
   * larger one's by subtraction.
   */
  @inline
  static takeCell<Keep, Odd>(copy: usize, small: usize, large: usize): v128 {
    let cell = v128.load64_zero(copy);
    store<i64>(copy, 0);
    if (offsetof<Odd>() > 0) {
      cell = i64x2.add(cell, v128.load64_zero(copy, GROUP_BYTES));
      store<i64>(copy, 0, GROUP_BYTES);
    }
    const rest = i64x2.sub(v128.load64_zero(large), cell);
    if (offsetof<Keep>() > 0) {
      v128.store64_lane(small, cell, 0);
      v128.store64_lane(large, rest, 0);
    }
    return v128.shuffle<i64>(cell, rest, 0, 2);
  }

  @inline
  static scanFeature<Keep, Odd, Blanks, Monotone>(feature: i32, at: usize, bins: i32, blanks: v128): void {
    const signBit = v128.load(SIGN);
    const exponent = v128.load(EXPONENT);
    const sumOffset = v128.load(SUM_OFFSET);
    const countBits = v128.load(COUNT_BITS_OF);
    const countOffset = v128.load(COUNT_OFFSET);
    const lambda = v128.load(LAMBDA);
    const cover = v128.load(COVER);
    const centre = v128.load(CENTRE);
    const least = v128.load(LEAST);
    const total = v128.load(SUM);
    const lowest = v128.load(LOWEST);
    const highest = v128.load(HIGHEST);
    const sign = offsetof<Monotone>() > 0 ? <i32>load<i8>(Data.signs + feature) : 0;
    const rising = i64x2.splat(-(<i64>i32(sign > 0)));
    const falling = i64x2.splat(-(<i64>i32(sign < 0)));
    const nextBin = v128.load(NEXT_BIN);
    const before = v128.load(BEST);
    let best = before;
    let bestCode = v128.load(BEST_CODE);
    let bestLeft = v128.load(BEST_LEFT);
    let left = i64x2.splat(0);
    let code = i64x2.splat((<i64>feature) << FEATURE_SHIFT);
    let copy = Pass.copies + at;
    let small = Pass.small + at;
    let large = Pass.large + at;
    for (const end = copy + ((<usize>bins) << 3); copy < end; copy += 8) {
      left = i64x2.add(left, Scan.takeCell<Keep, Odd>(copy, small, large));
      if (offsetof<Keep>() > 0) small += 8;
      large += 8;
      const sum = Score.sums(left, signBit, exponent, sumOffset);
      const a = f64x2.add(Score.counts(left, countBits, exponent, countOffset), lambda);
      const score = Score.score<Monotone>(sum, a, cover, least, centre, total, lowest, highest, rising, falling);
      const better = f64x2.gt(score, best);
      best = v128.bitselect(score, best, better);
      bestCode = v128.bitselect(code, bestCode, better);
      bestLeft = v128.bitselect(left, bestLeft, better);
      if (offsetof<Blanks>() > 0) {
        const wide = i64x2.add(left, blanks);
        const sum = Score.sums(wide, signBit, exponent, sumOffset);
        const a = f64x2.add(Score.counts(wide, countBits, exponent, countOffset), lambda);
        const score = Score.score<Monotone>(sum, a, cover, least, centre, total, lowest, highest, rising, falling);
        const better = f64x2.gt(score, best);
        best = v128.bitselect(score, best, better);
        bestCode = v128.bitselect(v128.or(code, v128.load(BLANK_LEFT)), bestCode, better);
        bestLeft = v128.bitselect(wide, bestLeft, better);
      }
      code = i64x2.add(code, nextBin);
    }
    const changed = f64x2.ne(best, before);
    const blankRows = Score.counts(blanks, countBits, exponent, countOffset);
    v128.store(BEST_BLANKS, v128.bitselect(blankRows, v128.load(BEST_BLANKS), changed));
    v128.store(BEST, best);
    v128.store(BEST_CODE, bestCode);
    v128.store(BEST_LEFT, bestLeft);
  }
}

/** Merges a cell of both siblings; keeps it where required. */
function cellOf(cell: usize): v128 {
  const copy = Pass.copies + cell;
  if (Pass.keep) return Scan.takeCell<One, One>(copy, Pass.small + cell, Pass.large + cell);
  return Scan.takeCell<Zero, One>(copy, Pass.small + cell, Pass.large + cell);
}

/** Merges the cells of a feature that the tree does not use, without scoring. */
function mergeFeature(at: usize, bins: i32): void {
  for (let cell = at; cell < at + ((<usize>bins) << 3); cell += 8) cellOf(cell);
}

function scanKind<Keep, Odd, Blanks, Monotone>(feature: i32, at: usize, bins: i32, blanks: v128): void {
  Scan.scanFeature<Keep, Odd, Blanks, Monotone>(feature, at, bins, blanks);
}

function scanPlain(feature: i32, at: usize, bins: i32, blanks: v128): void {
  if (Pass.keep) {
    if (Pass.twoCopies) scanKind<One, One, Zero, Zero>(feature, at, bins, blanks);
    else scanKind<One, Zero, Zero, Zero>(feature, at, bins, blanks);
  } else if (Pass.twoCopies) scanKind<Zero, One, Zero, Zero>(feature, at, bins, blanks);
  else scanKind<Zero, Zero, Zero, Zero>(feature, at, bins, blanks);
}

function scanWithBlanks(feature: i32, at: usize, bins: i32, blanks: v128): void {
  if (Pass.keep) scanKind<One, One, One, Zero>(feature, at, bins, blanks);
  else scanKind<Zero, One, One, Zero>(feature, at, bins, blanks);
}

function scanMonotone(feature: i32, at: usize, bins: i32, blanks: v128, withBlanks: bool): void {
  if (Pass.keep) {
    if (withBlanks) scanKind<One, One, One, One>(feature, at, bins, blanks);
    else scanKind<One, One, Zero, One>(feature, at, bins, blanks);
  } else if (withBlanks) scanKind<Zero, One, One, One>(feature, at, bins, blanks);
  else scanKind<Zero, One, Zero, One>(feature, at, bins, blanks);
}

/**
 * Scans the features of group `group`, whose copies hold the smaller child's rows, and clears the
 * copies.
 */
export function scanGroup(group: i32, width: i32): void {
  for (let index = 0; index < width; index++) {
    const feature = group * 8 + index;
    const bins = load<i32>(Data.bins + ((<usize>feature) << 2));
    const at = <usize>index * HISTOGRAM_STRIDE;
    const blanks = cellOf(at + BLANK_CELL);
    const withBlanks = v128.any_true(v128.and(blanks, v128.load(COUNT_BITS_OF)));
    if (!load<bool>(Data.used + feature)) mergeFeature(at, bins);
    else if (Data.monotone) scanMonotone(feature, at, bins, blanks, withBlanks);
    else if (withBlanks) scanWithBlanks(feature, at, bins, blanks);
    else scanPlain(feature, at, bins, blanks);
  } // Positions without a feature are counted too, all in bin 0; other groups have features there.
  for (let index = width; index < GROUP; index++) {
    const cell = Pass.copies + <usize>index * HISTOGRAM_STRIDE;
    store<i64>(cell, 0);
    store<i64>(cell, 0, GROUP_BYTES);
  }
}
