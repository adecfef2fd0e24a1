import { randomFrom } from '../../calculations/random.ts';

/** Random choices that are the same in every run with the same seed. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: string) {
    this.#next = randomFrom(seed);
    // The first numbers of neighbouring seeds are alike.
    for (let skipped = 0; skipped < 8; skipped += 1) this.#next();
  }

  /** A whole number in [0; limit), 0 where the limit is below 1. */
  below(limit: number): number {
    return Math.floor(this.#next() * Math.max(1, limit));
  }

  /** One of the list. Throws on an empty one. */
  of<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  }

  /** Whether something that happens `share` of the time happens now. */
  happens(share: number): boolean {
    return this.#next() < share;
  }
}
