import { useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { type Faults, faultsByField } from './faults.ts';

/** One call at a time, with what it failed of; faults of fields stand apart, so that they are shown at the fields. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [faults, setFaults] = useState<Faults>({});
  const refuse = (found: Faults) => {
    setFaults(found);
    setFailure(undefined);
  };
  const run = async (call: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    setFaults({});
    try {
      await call();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiFailure) setFaults(faultsByField(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, faults, refuse, run };
}
