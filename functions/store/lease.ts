/** Fields of an item that one worker at a time may change. */
export interface Leased {
  /**
   * Fencing token: the count of claims. Each write is conditional on its claim, so a late write is
   * refused.
   */
  readonly fence: number;
  /** End of the lease without a heartbeat, ms; then another worker may claim the item. */
  readonly lease_ends_at: number;
}

/** The lease is lost: the work was cancelled, or another worker has claimed the item. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Options of a lease. */
export interface Holding<T extends Leased> {
  readonly leaseMs: number;
  /** Interval of the heartbeat, ms. */
  readonly beatMs: number;
  readonly now: () => Date;
  /**
   * Changes the item by one write conditional on its fencing token. Returns the stored item;
   * undefined if the lease is lost.
   */
  readonly write: (current: T, changes: Partial<T>) => Promise<T | undefined>;
  /** Changes that a heartbeat stores besides the renewal. */
  readonly news?: () => Partial<T>;
}

/** A worker's lease of an item. */
export interface Lease<T extends Leased> {
  /** The current item, as far as this worker knows. */
  readonly item: () => T;
  /** Aborted with LeaseLost as soon as the loss is detected. */
  readonly lost: AbortSignal;
  /** Sends a heartbeat if one is due. A failed write is retried at the next heartbeat. */
  renewIfDue(): Promise<void>;
  /** Changes the item and renews the lease, or throws LeaseLost. Writes are sequential. */
  change(changes: Partial<T>): Promise<T>;
  /** Stops the heartbeat; resolves when the last write has ended. */
  stop(): Promise<void>;
}

/** Renews the lease of a claimed item by a heartbeat, which also detects the loss of the lease. */
export function holdLease<T extends Leased>(claimed: T, { leaseMs, beatMs, now, write, news }: Holding<T>): Lease<T> {
  let item = claimed;
  let renewedAt = performance.now();
  let renewal: Promise<void> | undefined;
  /** The last write; each write waits for the previous one, so that `item` is current. */
  let last: Promise<unknown> = Promise.resolve();
  const lost = new AbortController();

  const writeNow = async (changes: Partial<T>) => {
    lost.signal.throwIfAborted();
    const next = await write(item, { lease_ends_at: now().getTime() + leaseMs, ...changes });
    if (!next) lost.abort(new LeaseLost(`The claim ${claimed.fence} no longer holds its item`));
    lost.signal.throwIfAborted();
    item = next ?? item;
    return item;
  };
  const change = (changes: Partial<T>) => {
    const changed = last.then(() => writeNow(changes));
    last = changed.catch(() => {});
    return changed;
  };
  const renew = () => {
    renewedAt = performance.now();
    renewal ??= change(news?.() ?? {})
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
  // The timer keeps the lease during long calls without progress reports.
  const timer = setInterval(renew, beatMs);
  return {
    item: () => item,
    lost: lost.signal,
    renewIfDue: async () => {
      if (performance.now() - renewedAt >= beatMs) await renew();
    },
    change,
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}
