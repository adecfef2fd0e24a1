import pLimit, { type LimitFunction } from 'p-limit';

/** Lets at most so many pieces of work of a key run at once; the others of that key wait for their turn, those of other keys do not. */
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
