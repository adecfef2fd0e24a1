// Ranks: the fast kernels replace a value by the count of its feature's thresholds that it reaches.

/** A row without an answer to the feature's splits goes each split's default way. */
export const NAN_MISSING: u32 = 1;
/** The same, and every |x| <= 1e-35f is missing too (LightGBM zero_as_missing). */
export const ZERO_MISSING: u32 = 2;

/** LightGBM kZeroThreshold: the float 1e-35f, widened. LightGBM 4.6.0 include/LightGBM/meta.h. */
const ZERO_BOUND: f64 = 1.0000000180025095e-35;

/**
 * f64[2] of 2^52: adding it to 0 <= y < 2^51 leaves the whole number next to y in the low bits of
 * the sum. In memory, because the compiler would build a constant anew in each turn of a loop.
 */
const whole: usize = memory.data<u64>([0x4330000000000000, 0x4330000000000000], 16);

/** A feature that some split asks for; placed by `models/ranks.ts`, which has the same list. */
@unmanaged
export class RankedFeature {
  /** Column of the row. */
  column: u32;
  /** Distinct thresholds. */
  thresholds: u32;
  /** 0, NAN_MISSING or ZERO_MISSING. With 0 a NaN counts as 0. */
  missing: u32;
  /** Largest step of the search within a cell of the grid: a power of two, or 0. */
  step: u32;
  /** f64[], ascending: a split sends x < t left. Followed by as many NaN as the search may read. */
  values: usize;
  /** u16[cells]: thresholds below the cell. */
  grid: usize;
  /** Cell of x = whole number next to (x - low)·scale, kept within 0 … last. */
  low: f64;
  scale: f64;
  last: f64;
}

/** Two rows' values of a feature at a time. Inlined: the calls would cost more than the work. */
export class Pair {
  /** Values of two rows as the family compares them: f32 widened (XGBoost) or f64 (LightGBM). */
  @inline
  static load(first: usize, second: usize, single: bool): v128 {
    const pair = v128.load_lane<u64>(second, v128.load_zero<u64>(first), 1);
    return single ? f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(pair)) : pair;
  }

  /** All ones in the lanes whose value is missing for the feature. */
  @inline
  static missing(pair: v128, missing: u32): v128 {
    const nan = f64x2.ne(pair, pair);
    if (missing === ZERO_MISSING) return v128.or(nan, f64x2.le(f64x2.abs(pair), f64x2.splat(ZERO_BOUND)));
    return missing === NAN_MISSING ? nan : v128.xor(nan, nan);
  }

  /**
   * Cells of the grid in the low halves of the two lanes: cell = clamp((x - low)·scale), parameters
   * of the feature in both lanes. The cell never falls as x grows, so thresholds of lower cells are
   * reached and those of higher ones are not. NaN is in cell 0.
   */
  @inline
  static cells(pair: v128, low: v128, scale: v128, last: v128): v128 {
    const place = f64x2.mul(f64x2.sub(pair, low), scale);
    const kept = f64x2.pmin(last, f64x2.pmax(f64x2.splat(0), place));
    return f64x2.add(kept, v128.load(whole));
  }

  /**
   * rank = #{ t <= x }: thresholds below the cell, then a search in halving steps among those of
   * the cell.
   */
  @inline
  static rank(values: usize, grid: usize, step: u32, x: f64, cell: u32): u32 {
    let rank: u32 = load<u16>(grid + ((<usize>cell) << 1));
    for (; step; step >>= 1) {
      const reached = load<f64>(values + ((<usize>(rank + step)) << 3) - 8) <= x;
      rank += select<u32>(step, 0, reached);
    }
    return rank;
  }
}
