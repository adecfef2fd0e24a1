import { VisuallyHidden } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { pendingAtom } from '../api/send.ts';
import classes from './LoadingBar.module.css';

/** On while any call waits for its answer (as specified). */
export function LoadingBar() {
  const isPending = useAtomValue(pendingAtom) > 0;
  return (
    <div role="status" aria-live="polite">
      {isPending && (
        <div className={classes.bar}>
          <VisuallyHidden>Загрузка…</VisuallyHidden>
        </div>
      )}
    </div>
  );
}
