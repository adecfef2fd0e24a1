import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A client in a separate process that reads a list repeatedly. */
export interface WatchedList {
  /** Outcomes of the calls since the last mark. */
  mark(): Promise<Watched>;
  stop(): void;
}

export interface Watched {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  /** Answers that were no success, and calls without an answer. */
  readonly errors: readonly string[];
}

const WATCHER = fileURLToPath(new URL('./watcher.ts', import.meta.url));

/** Reads the list at `url` with an access token, one call after another, at most a hundred a second. */
export function watchList(url: string, token: string): WatchedList {
  const child = fork(WATCHER, [url, token]);
  return {
    mark: async () => {
      child.send('mark');
      const [watched] = await once(child, 'message');
      return watched as Watched;
    },
    stop: () => child.disconnect(),
  };
}
