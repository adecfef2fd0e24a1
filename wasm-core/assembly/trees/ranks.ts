// Ranks: the fast kernels replace a value with the number of its feature's thresholds that it
// reaches.

/** NaN is a missing value, which goes each split's default way. */
export const NAN_MISSING: u32 = 1;
/** As NAN_MISSING, and every |x| <= 1e-35f is missing too (LightGBM zero_as_missing). */
export const ZERO_MISSING: u32 = 2;

/** LightGBM kZeroThreshold: the float 1e-35f, widened. LightGBM 4.6.0 include/LightGBM/meta.h. */
const ZERO_BOUND: f64 = 1.0000000180025095e-35;

/**
 * f64[2] of 2^52: adding it to 0 <= y < 2^51 leaves the integer nearest to y in the low bits of the
 * sum. In memory, because the compiler would build a constant anew in each iteration.
 */
const whole: usize = memory.data<u64>([0x4330000000000000, 0x4330000000000000], 16);

/** A feature that some split uses; `models/ranks.ts` writes it and has the same list. */
@unmanaged
export class RankedFeature {
  /** Column of the feature in a row. */
  column: u32;
  /** Number of distinct thresholds. */
  thresholds: u32;
  /** 0, NAN_MISSING or ZERO_MISSING. With 0 a NaN counts as 0. */
  missing: u32;
  /** Largest step of the search within a cell of the grid: a power of two, or 0. */
  step: u32;
  /** f64[], ascending: a split sends x < t left. As many NaN follow as the search may read. */
  values: usize;
  /** u16[cells]: number of thresholds below the cell. */
  grid: usize;
  /** Cell of x = integer nearest to (x - low)·scale, clamped to 0 … last. */
  low: f64;
  scale: f64;
  last: f64;
}

/** Two values of a feature at a time, of two rows. Inlined: calls would cost more than the work. */
export class Pair {
  /** Values of two rows as the library compares them: f32 widened (XGBoost) or f64 (LightGBM). */
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
   * of the feature in both lanes. The cell does not decrease as x grows, so x reaches the
   * thresholds of lower cells and not those of higher ones. NaN is in cell 0.
   */
  @inline
  static cells(pair: v128, low: v128, scale: v128, last: v128): v128 {
    const place = f64x2.mul(f64x2.sub(pair, low), scale);
    const kept = f64x2.pmin(last, f64x2.pmax(f64x2.splat(0), place));
    return f64x2.add(kept, v128.load(whole));
  }

  /**
   * rank = #{ t <= x }: thresholds below the cell, then a search with halving steps among those of
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
