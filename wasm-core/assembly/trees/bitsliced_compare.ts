// The comparison table of a block: per (feature, threshold) the vector "goes right" of all its
// rows.

import { ENTRY_BYTES } from './bitsliced_planes';
import { Pair, RankedFeature } from './ranks';

/** The part of the table that belongs to a feature. */
@unmanaged
class SlicedFeature extends RankedFeature {
  /** Entries where missing rows go left, one per threshold; 0 where no split has this default. */
  defaultLeft: usize;
  /** Entries where missing rows go right; or 0. */
  defaultRight: usize;
}

/**
 * Fills the entries of `features` records at `feature` for `count` rows of f64 at `values`,
 * `rowBytes` each. `single`: values are rounded to f32 first (XGBoost). `byRank`: the table of rows
 * by rank, which is zero before and after the call.
 */
export function compareBlock(
  feature: usize,
  features: u32,
  values: usize,
  rowBytes: usize,
  count: u32,
  single: u32,
  byRank: usize,
): void {
  for (let index: u32 = 0; index < features; index++, feature += offsetof<SlicedFeature>()) {
    const sliced = changetype<SlicedFeature>(feature);
    if (single) Marks.set(sliced, values, rowBytes, count, true, byRank);
    else Marks.set(sliced, values, rowBytes, count, false, byRank);
    spreadRanks(sliced, byRank);
  }
}

/** Fills the table of rows by rank. Inlined into its two loops. */
class Marks {
  /**
   * Sets the bit of each row in the entry of its rank; of a missing row, in the entry after the
   * last rank.
   */
  @inline
  static set(feature: SlicedFeature, values: usize, rowBytes: usize, count: u32, single: bool, byRank: usize): void {
    const missing = feature.missing;
    const missingEntry = feature.thresholds + 1;
    // The fields of the feature are loaded once: the compiler assumes that the stores of the loop
    // may change them.
    const ascending = feature.values;
    const grid = feature.grid;
    const step = feature.step;
    const low = f64x2.splat(feature.low);
    const scale = f64x2.splat(feature.scale);
    const last = f64x2.splat(feature.last);
    values += (<usize>feature.column) << 3;
    for (let row: u32 = 0; row < count; row += 2) {
      const next = row + 1 < count ? values + rowBytes : values;
      const pair = Pair.load(values, next, single);
      const absent = i64x2.bitmask(Pair.missing(pair, missing));
      // Without a missing type a NaN counts as 0.
      const known = missing ? pair : v128.and(pair, f64x2.eq(pair, pair));
      const cells = Pair.cells(known, low, scale, last);
      const first = Pair.rank(ascending, grid, step, f64x2.extract_lane(known, 0), i32x4.extract_lane(cells, 0));
      const second = Pair.rank(ascending, grid, step, f64x2.extract_lane(known, 1), i32x4.extract_lane(cells, 2));
      const at = byRank + (row & 15) + ((row >> 7) << 4);
      const bit: u32 = 1 << ((row >> 4) & 7);
      Marks.put(at + <usize>select<u32>(missingEntry, first, absent & 1) * ENTRY_BYTES, bit);
      Marks.put(at + 1 + <usize>select<u32>(missingEntry, second, absent & 2) * ENTRY_BYTES, bit);
      values += rowBytes << 1;
    }
  }

  @inline
  static put(at: usize, bit: u32): void {
    store<u8>(at, load<u8>(at) | bit);
  }

  /** Returns the vector at `at` and clears it. */
  @inline
  static take(at: usize): v128 {
    const marks = v128.load(at);
    v128.store(at, i64x2.splat(0));
    return marks;
  }
}

/**
 * Computes the entries: goes right at threshold k = rows of rank above k, with or without the
 * missing ones. Clears `byRank`.
 */
function spreadRanks(feature: SlicedFeature, byRank: usize): void {
  const zero = i64x2.splat(0);
  const thresholds = <usize>feature.thresholds * ENTRY_BYTES;
  let from = byRank + thresholds;
  const missing0 = Marks.take(from + 64);
  const missing1 = Marks.take(from + 80);
  const missing2 = Marks.take(from + 96);
  const missing3 = Marks.take(from + 112);
  let reached0 = zero;
  let reached1 = zero;
  let reached2 = zero;
  let reached3 = zero;
  const toLeft = feature.defaultLeft;
  const toRight = feature.defaultRight;
  for (let entry = thresholds; entry; entry -= ENTRY_BYTES, from -= ENTRY_BYTES) {
    reached0 = v128.or(reached0, Marks.take(from));
    reached1 = v128.or(reached1, Marks.take(from + 16));
    reached2 = v128.or(reached2, Marks.take(from + 32));
    reached3 = v128.or(reached3, Marks.take(from + 48));
    if (toLeft) {
      const to = toLeft + entry - ENTRY_BYTES;
      v128.store(to, reached0);
      v128.store(to, reached1, 16);
      v128.store(to, reached2, 32);
      v128.store(to, reached3, 48);
    }
    if (toRight) {
      const to = toRight + entry - ENTRY_BYTES;
      v128.store(to, v128.or(reached0, missing0));
      v128.store(to, v128.or(reached1, missing1), 16);
      v128.store(to, v128.or(reached2, missing2), 32);
      v128.store(to, v128.or(reached3, missing3), 48);
    }
  }
  Marks.take(from);
  Marks.take(from + 16);
  Marks.take(from + 32);
  Marks.take(from + 48);
}
