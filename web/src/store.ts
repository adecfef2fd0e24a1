import { QueryClient } from '@tanstack/react-query';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { ApiFailure } from './api/failure.ts';

/** How often a failed reading is tried again before the failure is shown. */
const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query must fail and say so; the default mode would wait in silence.
      networkMode: 'always',
      retry: (count, error) => error instanceof ApiFailure && error.passing && count < RETRIES,
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

/** The one store of the application: session and client live outside of React and write to it. */
export const store = createStore();
store.set(queryClientAtom, queryClient);
