/**
 * Address of `bytes` fresh bytes, aligned to 16; memory grows as needed and is never freed piece by
 * piece.
 */
export function memory_take(bytes: usize): usize {
  return heap.alloc(bytes);
}

/** Gives back everything that was taken. */
export function memory_clear(): void {
  heap.reset();
}
