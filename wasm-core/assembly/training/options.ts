// Options of a training; the host checks their bounds (`training/options.ts`).

export class Options {
  static depth: i32 = 6;
  /** Largest number of leaves of a tree; 0: trees grow level by level to `depth`. */
  static leaves: i32 = 0;
  /** Share of a leaf's weight that is added. */
  static eta: f64 = 0.3;
  static lambda: f64 = 1;
  static gamma: f64 = 0;
  /** Smallest number of rows of a child, a whole number of at least 1. */
  static fewest: f64 = 1;
  static subsample: f64 = 1;
  static colsample: f64 = 1;
  static seed: u32 = 0;
  /**
   * Trees without a better validation error after which the training ends; 0: it never ends early.
   */
  static patience: i32 = 0;
}
