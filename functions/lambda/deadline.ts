import type { Context } from 'aws-lambda';

/** Aborted so long (ms) before Lambda would end the process: what is begun can be let go by then. */
export function deadlineBefore(context: Context, ms: number): AbortSignal {
  const left = context.getRemainingTimeInMillis() - ms;
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
}
