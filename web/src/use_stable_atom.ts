import { useMemo } from 'react';

/** An atom that is made once for `inputs` and lives as long as its component. */
export function useStableAtom<Inputs extends readonly unknown[], Made>(
  make: (...inputs: Inputs) => Made,
  ...inputs: Inputs
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs are the dependencies
  return useMemo(() => make(...inputs), inputs);
}
