/** Waiting pieces of work of several companies, taken out in turns: a company that waits with many does not hold up the others. */
export class WriteQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  add(company: string, work: T): void {
    const own = this.#waiting.get(company);
    if (own) own.push(work);
    else this.#waiting.set(company, [work]);
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Takes at most `count`: one of each company, then the next of each, in the order in which they came. */
  take(count: number): T[] {
    const taken: T[] = [];
    while (taken.length < count && this.#waiting.size > 0) {
      for (const [company, own] of [...this.#waiting]) {
        if (taken.length === count) break;
        // Behind the others until its next turn.
        this.#waiting.delete(company);
        const next = own.shift();
        if (next !== undefined) taken.push(next);
        if (own.length > 0) this.#waiting.set(company, own);
      }
    }
    return taken;
  }
}
