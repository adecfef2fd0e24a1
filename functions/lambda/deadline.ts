import type { Context } from 'aws-lambda';

/**
 * A signal that is aborted `ms` milliseconds before Lambda ends the process, so that work can be
 * released.
 */
export function deadlineBefore(context: Context, ms: number): AbortSignal {
  const left = context.getRemainingTimeInMillis() - ms;
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
}
