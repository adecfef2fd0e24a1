/** What an item has that one worker at a time may change. */
export interface Leased {
  /** Counts the claims: each write names the claim that it belongs to, so that a late one changes nothing. */
  readonly fence: number;
  /** ms; a holder that is silent until then is dead, and the next one may claim the item. */
  readonly lease_ends_at: number;
}

/** The item is no longer this worker's: its work was cancelled, or another worker has it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** How a claimed item is held. */
export interface Holding<T extends Leased> {
  readonly leaseMs: number;
  /** How often the holder says that it lives, ms. */
  readonly beatMs: number;
  readonly now: () => Date;
  /** Changes the item by one conditional write, under its fence. Answers it as it then stands; undefined: it is lost. */
  readonly write: (current: T, changes: Partial<T>) => Promise<T | undefined>;
  /** What a renewal says besides. */
  readonly news?: () => Partial<T>;
}

/** A worker's hold on an item. */
export interface Lease<T extends Leased> {
  /** The item as it stands, as far as this worker knows. */
  readonly item: () => T;
  /** Aborted by LeaseLost as soon as the loss is known. */
  readonly lost: AbortSignal;
  /** Renews the lease if it was last renewed a beat ago. A store that does not answer is asked again at the next beat. */
  renewIfDue(): Promise<void>;
  /** Changes the item and renews the lease, or throws LeaseLost. Writes are made one after the other. */
  change(changes: Partial<T>): Promise<T>;
  /** Stops the renewals; resolves when the last write has ended. */
  stop(): Promise<void>;
}

/** Holds an item that has been claimed: renews its lease until it is stopped, and learns by that whether it is still held. */
export function holdLease<T extends Leased>(claimed: T, { leaseMs, beatMs, now, write, news }: Holding<T>): Lease<T> {
  let item = claimed;
  let renewedAt = performance.now();
  let renewal: Promise<void> | undefined;
  /** The last write: each waits for the one before, so that `item` is what the last one has left. */
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
  // During a long call the work itself says nothing.
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
