/** Counts the requests that wait for each large export in progress. An export that no request waits for any more is cancelled. */
export interface ExportWaiters {
  /** Registers a waiting request until the returned function is called; the request leaves at once when `signal` is aborted. */
  wait(hash: string, signal: AbortSignal): () => void;
  /** Aborted when the last waiting request has left. */
  signalOf(hash: string): AbortSignal;
}

/** A client that is redirected to wait longer returns within this time, ms. */
const BACK_MS = 30_000;

interface Waited {
  readonly left: AbortController;
  waiting: number;
}

export function openExportWaiters(backMs = BACK_MS): ExportWaiters {
  const exports = new Map<string, Waited>();
  const waitedOf = (hash: string): Waited => {
    const known = exports.get(hash);
    if (known) return known;
    const waited = { left: new AbortController(), waiting: 0 };
    exports.set(hash, waited);
    return waited;
  };
  const endUnlessWaited = (hash: string, waited: Waited) => {
    if (waited.waiting > 0) return;
    if (exports.get(hash) === waited) exports.delete(hash);
    waited.left.abort();
  };
  return {
    wait: (hash, signal) => {
      const waited = waitedOf(hash);
      waited.waiting += 1;
      const leave = () => {
        waited.waiting -= 1;
        endUnlessWaited(hash, waited);
      };
      signal.addEventListener('abort', leave, { once: true });
      return () => {
        signal.removeEventListener('abort', leave);
        if (signal.aborted) return;
        waited.waiting -= 1;
        setTimeout(() => endUnlessWaited(hash, waited), backMs).unref();
      };
    },
    signalOf: (hash) => waitedOf(hash).left.signal,
  };
}
