import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Somebody in a process of its own who asks for a list again and again. */
export interface WatchedList {
  /** How the calls since the last mark went. */
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

/** Asks for the list at `url` by an access token, one call after another, a hundred a second at most. */
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
