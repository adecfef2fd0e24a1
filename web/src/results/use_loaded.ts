import { useEffect, useState } from 'react';

/**
 * What is being read: the last data stays until the next has come, a failure is shown with a way to
 * try again.
 */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Reads by `load`, and again whenever one of `inputs` changes; an answer that was overtaken is
 * dropped.
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ readonly data?: T; readonly error?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs are the dependencies
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (data) => isCurrent && setState({ data }),
      (error: unknown) => isCurrent && setState((last) => ({ ...last, error })),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, attempt]);
  return { data: state.data, error: state.error, retry: () => setAttempt((count) => count + 1) };
}
