import pLimit, { type LimitFunction } from 'p-limit';

/** Limits the concurrency of work per key to `atOnce`; work of other keys does not wait. */
export function limitByKey(atOnce: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, LimitFunction>();
  return async (key, work) => {
    const own = limits.get(key) ?? pLimit(atOnce);
    limits.set(key, own);
    try {
      return await own(work);
    } finally {
      if (own.activeCount + own.pendingCount === 0) limits.delete(key);
    }
  };
}
