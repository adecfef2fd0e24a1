import { QueryClient } from '@tanstack/react-query';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { ApiFailure } from './failure.ts';

/** How often a failed reading is tried again before the failure is shown. */
const RETRIES = 2;

/**
 * Failures that a reading has given up on: what waits for that reading does not start it all over.
 */
const givenUp = new WeakSet<Error>();

function mayPass(count: number, error: Error): boolean {
  if (!(error instanceof ApiFailure && error.passing) || givenUp.has(error)) return false;
  if (count >= RETRIES) givenUp.add(error);
  return count < RETRIES;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query must fail and say so; the default mode would wait in silence.
      networkMode: 'always',
      retry: mayPass,
      // Not all at once: the tabs of a company lose the server in the same moment.
      retryDelay: (count) => (0.5 + Math.random()) * 500 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The one store of the application: session and client live outside of React and write to it. */
export const store = createStore();
store.set(queryClientAtom, queryClient);
