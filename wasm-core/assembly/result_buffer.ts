// The results of a calculation: one static buffer, which the host reads right after the call.

/** Most numbers of one call. */
export const WRITTEN_CAPACITY: i32 = 16;

const block: usize = memory.data(16 * 8);

/** Address of the block of f64 that the last calculation wrote. */
export function written_ptr(): usize {
  return block;
}

/** Writes the `index`-th number of the current calculation. */
export function write(index: i32, value: f64): void {
  store<f64>(block + ((<usize>index) << 3), value);
}
