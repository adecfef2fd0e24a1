// Newton weight of a node and its loss reduction: the second-order gain of gradient boosting for
// squared error (T. Chen, C. Guestrin, XGBoost: A Scalable Tree Boosting System, KDD 2016, eq.
// 5–7), with residuals as negative gradients and row counts as hessians.

export class Newton {
  /**
   * w = min(max(S / c, lowest), highest): sum of residuals S (units of the grid), cover c = rows +
   * lambda.
   */
  @inline
  static weight(sum: f64, cover: f64, lowest: f64, highest: f64): f64 {
    return cover > 0 ? min(max(sum / cover, lowest), highest) : 0;
  }

  /** Loss reduction by the weight w of a node: w · (2·S − c·w); S²/c where w is S/c. */
  @inline
  static worth(sum: f64, cover: f64, lowest: f64, highest: f64): f64 {
    const w = Newton.weight(sum, cover, lowest, highest);
    return w * (sum + sum - cover * w);
  }
}
