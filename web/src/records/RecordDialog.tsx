import { type Atom, useAtomValue } from 'jotai';
import { type ReactNode, Suspense } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import type { OpenDialog } from './list_address.ts';

/** Widths, px: the history has three columns of a comparison. */
const HISTORY_WIDTH = 720;
const FORM_WIDTH = 480;

interface RecordDialogProps {
  readonly dialog: OpenDialog | undefined;
  readonly titles: Readonly<Record<'create' | 'edit' | 'history', string>>;
  readonly onClose: () => void;
  /** The form of a new record. */
  readonly create: () => ReactNode;
  /** The form of the record `id`. */
  readonly edit: (id: string) => ReactNode;
  readonly history: (id: string) => ReactNode;
}

/** The dialog over a list that creates a record, changes one or shows its history. */
export function RecordDialog({ dialog, titles, onClose, ...contents }: RecordDialogProps) {
  const mode = dialog?.mode === 'view' ? undefined : dialog?.mode;
  return (
    <Dialog title={mode && titles[mode]} onClose={onClose} size={mode === 'history' ? HISTORY_WIDTH : FORM_WIDTH}>
      {contentOf(dialog, contents)}
    </Dialog>
  );
}

function contentOf(
  dialog: OpenDialog | undefined,
  { create, edit, history }: Pick<RecordDialogProps, 'create' | 'edit' | 'history'>,
): ReactNode {
  if (dialog?.mode === 'create') return create();
  if (dialog?.mode === 'edit') return edit(dialog.id);
  if (dialog?.mode === 'history') return <Suspense fallback={<LoadingText />}>{history(dialog.id)}</Suspense>;
  return null;
}

interface LoadedRecordProps<Loaded> {
  readonly id: string;
  /** The atom that reads a record. */
  readonly atomOf: (id: string) => Atom<ReadRecord<Loaded>>;
  readonly children: (record: Loaded) => ReactNode;
}

/** A record as it is being read. */
interface ReadRecord<Loaded> {
  readonly data: Loaded | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** What is shown of a record once it has come; its failure until then. */
export function LoadedRecord<Loaded>({ id, atomOf, children }: LoadedRecordProps<Loaded>) {
  const { data, error, refetch } = useAtomValue(useStableAtom(atomOf, id));
  if (data !== undefined) return children(data);
  return error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : <LoadingText />;
}
