// The results of a calculation: one static buffer, which the host reads immediately after the call.

/** Largest number of results of one call. */
export const WRITTEN_CAPACITY: i32 = 16;

const block: usize = memory.data(16 * 8);

/** Address of the f64 results of the last calculation. */
export function written_ptr(): usize {
  return block;
}

/** Writes result `index` of the current calculation. */
export function write(index: i32, value: f64): void {
  store<f64>(block + ((<usize>index) << 3), value);
}
