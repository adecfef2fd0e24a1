// Parameters of the two nodes that are scanned at once: a pair of siblings, each in a lane of
// 128-bit vectors.

/**
 * Offsets of vectors of two lanes in `lanes`. Constants are loaded from memory: the compiler would
 * build literals anew in each loop.
 */
const lanes: usize = memory.data(24 * 16, 16);

/** i64 → f64 of a cell: sign bit, bits of 2^52, 2^52 + 2^43, mask of the count, 2^52. */
export const SIGN: usize = lanes;
export const EXPONENT: usize = lanes + 16;
export const SUM_OFFSET: usize = lanes + 32;
export const COUNT_BITS_OF: usize = lanes + 48;
export const COUNT_OFFSET: usize = lanes + 64;
/**
 * lambda; D = H + 2·lambda; C = S / D; smallest a·b of a valid split, NaN where the node cannot
 * split.
 */
export const LAMBDA: usize = lanes + 80;
export const COVER: usize = lanes + 96;
export const CENTRE: usize = lanes + 112;
export const LEAST: usize = lanes + 128;
/** S, and the bounds of the nodes' weights. */
export const SUM: usize = lanes + 144;
export const LOWEST: usize = lanes + 160;
export const HIGHEST: usize = lanes + 176;
/**
 * Result: best score, its code, cell sums of its left child, rows whose value is blank in its
 * feature (f64).
 */
export const BEST: usize = lanes + 192;
export const BEST_CODE: usize = lanes + 208;
export const BEST_LEFT: usize = lanes + 224;
export const BEST_BLANKS: usize = lanes + 240;
/** Steps of a code: from bin to bin, and from blanks right to blanks left. */
export const NEXT_BIN: usize = lanes + 256;
export const BLANK_LEFT: usize = lanes + 272;

/** Bits of a code below its bin, and below its feature. */
export const BIN_SHIFT: i32 = 1;
export const FEATURE_SHIFT: i32 = 9;

/**
 * Slack of the validity test: beyond the rounding of a product, below one row's step of it (lambda
 * is at most 1e6).
 */
const SLACK: f64 = 1 - 1 / <f64>(1 << 24) / <f64>(1 << 24);

function both(at: usize, bits: i64): void {
  store<i64>(at, bits);
  store<i64>(at, bits, 8);
}

function bothNumbers(at: usize, value: f64): void {
  store<f64>(at, value);
  store<f64>(at, value, 8);
}

/** Sets the parameters that all scans of a training share. */
export function setConstants(lambda: f64): void {
  both(SIGN, i64.MIN_VALUE);
  both(EXPONENT, 0x4330000000000000);
  bothNumbers(SUM_OFFSET, 4503599627370496.0 + 8796093022208.0);
  both(COUNT_BITS_OF, (1 << 20) - 1);
  bothNumbers(COUNT_OFFSET, 4503599627370496.0);
  bothNumbers(LAMBDA, lambda);
  both(NEXT_BIN, 1 << BIN_SHIFT);
  both(BLANK_LEFT, 1);
}

/**
 * Sets lane `lane` (0, 8) to a node of `count` rows with residual sum `sum`; each child has at
 * least `fewest` rows.
 */
export function setLane(
  lane: usize,
  count: f64,
  sum: f64,
  lambda: f64,
  fewest: f64,
  lowest: f64,
  highest: f64,
  best: f64,
): void {
  const cover = count + 2 * lambda;
  const least = fewest + lambda;
  store<f64>(COVER + lane, cover);
  store<f64>(CENTRE + lane, sum / cover);
  store<f64>(LEAST + lane, count < 2 * fewest ? NaN : least * (cover - least) * SLACK);
  store<f64>(SUM + lane, sum);
  store<f64>(LOWEST + lane, lowest);
  store<f64>(HIGHEST + lane, highest);
  store<f64>(BEST + lane, best);
  store<i64>(BEST_CODE + lane, -1);
  store<i64>(BEST_LEFT + lane, 0);
  store<f64>(BEST_BLANKS + lane, 0);
}
