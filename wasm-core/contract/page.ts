/** One page of a list. `next` and `previous` are addresses of the neighbouring pages, or null at the ends. */
export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;
