// A column contains one quantity for the 512 draws of a block: contiguous f64, two per vector.

/** Number of draws in a block. */
export const DRAWS: u32 = 512;

/** Bytes of the values of a column. */
export const WIDTH: usize = 512 * 8;

/** Bytes from one column to the next: columns a page apart would share the same cache sets. */
export const STRIDE: usize = WIDTH + 64;

/** Sets every draw of the column at the address `column` to `value`. */
export function fill(column: usize, value: f64): void {
  const pair = f64x2.splat(value);
  for (let at: usize = 0; at < WIDTH; at += 16) v128.store(column + at, pair);
}
