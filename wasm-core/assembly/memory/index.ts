/**
 * Allocates `bytes` bytes, aligned to 16, and returns their address. Memory grows as needed; single
 * blocks are never freed.
 */
export function memory_take(bytes: usize): usize {
  return heap.alloc(bytes);
}

/** Frees all blocks at once. */
export function memory_clear(): void {
  heap.reset();
}
