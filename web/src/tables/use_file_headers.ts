import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import type { FileHeaders } from '../compute/messages.ts';
import type { WorkerClient } from '../compute/worker_client.ts';
import type { TableFormModel } from './table_form.ts';

/**
 * What the columns of the chosen file are called; those that are recognised are filled in where
 * nothing fitting is chosen.
 */
export function useFileHeaders(form: TableFormModel, worker: WorkerClient): FileHeaders | undefined {
  const store = useStore();
  const file = useAtomValue(form.fileAtom);
  const [headers, setHeaders] = useState<FileHeaders>();
  const { type, definition } = form.context;
  const asks = Object.values(definition.inputs).some(({ kind }) => kind === 'text');
  useEffect(() => {
    setHeaders(undefined);
    if (!file || !asks) return;
    let isWanted = true;
    const take = (found: FileHeaders) => {
      if (!isWanted) return;
      setHeaders(found);
      const { values } = store.get(form.draftAtom);
      const fill = Object.entries(found.recognised).filter(([name]) => !found.headers.includes(values[name] ?? ''));
      if (fill.length > 0) store.set(form.draftAtom, { values: { ...values, ...Object.fromEntries(fill) } });
    };
    // A file that cannot be read at all is shown of by the preview.
    worker.ask({ ask: 'headers', file, type }).then(take, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [file, asks, worker, store, form, type]);
  return headers;
}
