/** One page of a list. `next` and `previous`: addresses of the neighbouring pages, or null. */
export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;
