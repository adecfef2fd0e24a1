// Score of a split, for two siblings at once.

export class Score {
  /** Sums of residuals in cells of two siblings. The lanes: `scan_lanes.ts`. */
  @inline
  static sums(cells: v128, signBit: v128, exponent: v128, sumOffset: v128): v128 {
    return f64x2.sub(v128.or(i64x2.shr_u(v128.xor(cells, signBit), 20), exponent), sumOffset);
  }

  /** Counts of rows in cells of two siblings. */
  @inline
  static counts(cells: v128, countBits: v128, exponent: v128, countOffset: v128): v128 {
    return f64x2.sub(v128.or(v128.and(cells, countBits), exponent), countOffset);
  }

  /** Loss reduction of weights: w · (2·S − c·w), see `weight.ts`. */
  @inline
  static worths(weights: v128, sums: v128, covers: v128): v128 {
    return f64x2.mul(weights, f64x2.sub(f64x2.add(sums, sums), f64x2.mul(covers, weights)));
  }

  /** Weights of nodes within their bounds: min(max(S/c, lowest), highest). */
  @inline
  static weights(sums: v128, covers: v128, lowest: v128, highest: v128): v128 {
    return f64x2.min(f64x2.max(f64x2.div(sums, covers), lowest), highest);
  }

  /** t²/(a·b), t = g − a·C; 0 where the split is not valid. */
  @inline
  static plainScore(sum: v128, a: v128, product: v128, valid: v128, centre: v128): v128 {
    const t = f64x2.sub(sum, f64x2.mul(a, centre));
    return v128.and(f64x2.div(f64x2.mul(t, t), product), valid);
  }

  /**
   * Loss reduction of both children at their bounded weights; NaN where the split is not valid or
   * `sign` forbids the order of the weights.
   */
  @inline
  static monotoneScore(
    sum: v128,
    rest: v128,
    a: v128,
    b: v128,
    valid: v128,
    lowest: v128,
    highest: v128,
    rising: v128,
    falling: v128,
  ): v128 {
    const left = Score.weights(sum, a, lowest, highest);
    const right = Score.weights(rest, b, lowest, highest);
    const both = f64x2.add(Score.worths(left, sum, a), Score.worths(right, rest, b));
    const against = v128.or(v128.and(f64x2.gt(left, right), rising), v128.and(f64x2.lt(left, right), falling));
    // All ones are a NaN, which is never greater.
    return v128.or(both, v128.or(against, v128.not(valid)));
  }

  /**
   * Score of a split with `sum` and `a` left of it, of siblings with `total` and `cover`; not valid
   * where a·b is below `least`.
   */
  @inline
  static score<Monotone>(
    sum: v128,
    a: v128,
    cover: v128,
    least: v128,
    centre: v128,
    total: v128,
    lowest: v128,
    highest: v128,
    rising: v128,
    falling: v128,
  ): v128 {
    const b = f64x2.sub(cover, a);
    const product = f64x2.mul(a, b);
    const valid = f64x2.ge(product, least);
    return offsetof<Monotone>() > 0
      ? Score.monotoneScore(sum, f64x2.sub(total, sum), a, b, valid, lowest, highest, rising, falling)
      : Score.plainScore(sum, a, product, valid, centre);
  }
}
