// The image of a forest in linear memory: a head of 32-bit words; `models/forest_image.ts` writes
// it and has the same list.
// `models/forest.ts` documents the columns.

export const XGBOOST: u32 = 0;
export const LIGHTGBM: u32 = 1;

export const CATEGORICAL: u32 = 1;
export const DEFAULT_LEFT: u32 = 2;
export const MISSING_ZERO: u32 = 4;
export const MISSING_NAN: u32 = 8;
export const MEMBERS_LEFT: u32 = 16;

/**
 * The head, word by word; words from `scalars` on are addresses. Use it as
 * `changetype<Forest>(address)`.
 */
@unmanaged
export class Forest {
  family: u32;
  features: u32;
  outputs: u32;
  trees: u32;
  splits: u32;
  leaves: u32;
  link: u32;
  linear: u32;
  /** f64: divisor, link parameter, base per output. */
  scalars: usize;
  /** i32[trees + 1]. */
  treeSplit: usize;
  /** i32[trees + 1]. */
  treeLeaf: usize;
  /** i32[trees]. */
  treeOutput: usize;
  /** f32[trees]. */
  treeWeight: usize;
  /** u16[splits]. */
  splitFeature: usize;
  /** f64[splits]. */
  splitThreshold: usize;
  /** i32[splits]: number of a split, or ~leaf. */
  splitLeft: usize;
  /** i32[splits]: number of a split, or ~leaf. */
  splitRight: usize;
  /** u8[splits]. */
  splitFlags: usize;
  /** f64[splits]. */
  splitCover: usize;
  /** f64[leaves]. */
  leafValue: usize;
  /** f64[leaves]. */
  leafCover: usize;
  /** i32[sets + 1]. */
  setStart: usize;
  /** u32[]. */
  setWords: usize;
  /** f64[leaves]. */
  linearConstant: usize;
  /** i32[leaves + 1]. */
  linearStart: usize;
  /** i32[]. */
  linearFeature: usize;
  /** f64[]. */
  linearCoefficient: usize;
}
