/** Work of companies that waits: companies take turns, so whoever has much waiting waits for itself, the others do not. */
export class CompanyTurns<Work> {
  readonly #perCompany: number;
  /** In the order of the round: a company that has had its turn goes to the end. */
  readonly #waiting = new Map<string, Work[]>();
  readonly #running = new Map<string, number>();

  /** `perCompany`: work of one company that runs at once. */
  constructor(perCompany: number) {
    this.#perCompany = perCompany;
  }

  add(company: string, work: Work): void {
    const own = this.#waiting.get(company);
    if (own) own.push(work);
    else this.#waiting.set(company, [work]);
  }

  /** Work of a company that waits, oldest first. */
  waitingOf(company: string): readonly Work[] {
    return this.#waiting.get(company) ?? [];
  }

  /** All that waits. */
  waiting(): Work[] {
    return [...this.#waiting.values()].flat();
  }

  /** Takes work out that nobody waits for any more; false: it does not wait. */
  remove(company: string, work: Work): boolean {
    const own = this.#waiting.get(company) ?? [];
    const at = own.indexOf(work);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(company);
    return true;
  }

  /** The work whose turn it is; it counts as running until `end`. Undefined: none, or none of a company that may run more. */
  take(): Work | undefined {
    for (const [company, own] of this.#waiting) {
      const running = this.#running.get(company) ?? 0;
      if (running >= this.#perCompany) continue;
      const work = own.shift();
      this.#waiting.delete(company);
      if (own.length > 0) this.#waiting.set(company, own);
      this.#running.set(company, running + 1);
      return work;
    }
    return undefined;
  }

  /** Work of a company that ran has ended. */
  end(company: string): void {
    const left = (this.#running.get(company) ?? 0) - 1;
    if (left > 0) this.#running.set(company, left);
    else this.#running.delete(company);
  }
}
