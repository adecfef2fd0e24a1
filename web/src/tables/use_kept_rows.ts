import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { sessionAtom } from '../api/session.ts';
import { store } from '../api/store.ts';
import { keepRows } from './rows_draft.ts';
import type { TableFormModel } from './table_form.ts';

const PAUSE_MS = 400;

/**
 * Keeps the typed rows over a reload: after a pause in the typing, and when the page is left.
 * False: they are too many.
 */
export function useKeptRows(form: TableFormModel): boolean {
  const rows = useAtomValue(form.rowsAtom);
  const hasDraft = useAtomValue(form.hasTypedAtom);
  const [isKept, setKept] = useState(true);
  const { draftKey } = form.context;
  const pending = useRef<() => void>(undefined);
  useEffect(() => {
    const keep = () => {
      pending.current = undefined;
      if (store.get(form.finishAtom)) return;
      // A sign-out has erased the drafts, and the form goes after it.
      const session = store.get(sessionAtom);
      if (session.status === 'out' && !session.ended) return;
      setKept(keepRows(draftKey, hasDraft ? rows : null));
    };
    pending.current = keep;
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rows, hasDraft, draftKey, form]);
  useEffect(() => {
    const flush = () => pending.current?.();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  return isKept;
}
