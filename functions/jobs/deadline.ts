/** This worker must end before its work is done. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Throws OutOfTime after the deadline. */
export function checkTime(deadline: AbortSignal | undefined): void {
  if (deadline?.aborted) throw new OutOfTime('The time of this worker is over');
}

/**
 * Runs `work` but waits only until the deadline: then it throws OutOfTime and abandons the work.
 */
export async function beforeDeadline<T>(deadline: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  checkTime(deadline);
  if (!deadline) return work();
  let stop = () => {};
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(new OutOfTime('The time of this worker is over'));
    deadline.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work(), over]);
  } finally {
    deadline.removeEventListener('abort', stop);
  }
}
