/** Who waits for the large exports that are being built: one that everybody has left is not built to its end. */
export interface ExportWaiters {
  /** Somebody waits for the export until the function that is returned is called; or leaves, when `signal` is aborted. */
  wait(hash: string, signal: AbortSignal): () => void;
  /** Aborted when the last one has left. */
  signalOf(hash: string): AbortSignal;
}

/** Whoever is redirected to wait on is back within this time, ms. */
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
