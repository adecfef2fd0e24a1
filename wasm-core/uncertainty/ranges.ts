/** Draws of a block of the core; every range starts at a multiple of it. */
export const BLOCK_DRAWS = 512;

/** Draws first … first + count − 1. */
export interface DrawRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Splits the draws `first` … `end` − 1 among at most `workers` workers, in order, into ranges of
 * whole blocks.
 */
export function splitDraws(first: number, end: number, workers: number): DrawRange[] {
  const blocks = Math.ceil((end - first) / BLOCK_DRAWS);
  const share = Math.max(1, Math.ceil(blocks / workers)) * BLOCK_DRAWS;
  const ranges: DrawRange[] = [];
  for (let start = first; start < end; start += share)
    ranges.push({ first: start, count: Math.min(share, end - start) });
  return ranges;
}
