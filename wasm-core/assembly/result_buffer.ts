// Where a calculation leaves its numbers: one static block, read by the host right after the call.

/** Numbers that one call may write at most. */
export const WRITTEN_CAPACITY: i32 = 16;

const block: usize = memory.data(16 * 8);

/** Address of the block of f64 that the last calculation wrote. */
export function written_ptr(): usize {
  return block;
}

/** Puts the `index`-th number of the running calculation. */
export function write(index: i32, value: f64): void {
  store<f64>(block + ((<usize>index) << 3), value);
}
