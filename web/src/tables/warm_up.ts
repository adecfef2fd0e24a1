import type { WorkerClient } from '../compute/worker_client.ts';

/** Longest wait for a quiet moment of the page. */
const LATEST_MS = 2000;

/**
 * Loads what the results of a table will need while the user still fills in the form: the thread
 * with the core, the tables and the
 * charts. Returns the way to leave it. What cannot be loaded now is loaded, or its failure told,
 * when it is needed.
 */
export function warmUp(worker: WorkerClient): () => void {
  let isLeft = false;
  const load = async () => {
    void worker.ask({ ask: 'warm' }).catch(() => undefined);
    await import('../results/TableResults.tsx');
    if (!isLeft) await import('../charts/Plot.tsx');
  };
  const start = () => void (isLeft || load().catch(() => undefined));
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: LATEST_MS });
  else setTimeout(start);
  return () => {
    isLeft = true;
  };
}
