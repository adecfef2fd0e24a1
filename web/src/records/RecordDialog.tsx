import { type Atom, useAtomValue } from 'jotai';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { User } from '#core/contract/user.ts';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import type { OpenDialog } from './list_address.ts';

/** Widths, px: the history has three columns of a comparison. */
const HISTORY_WIDTH = 720;
const FORM_WIDTH = 480;

export interface RecordFormProps<Item> {
  /** The record to change; without one a new record is created. */
  readonly record?: Item;
  readonly author: User;
  readonly onDone: () => void;
}

/** A record or a page of records as it is being read. */
export interface ReadState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The dialogs of a kind of record: their titles, how a record is read, its form and its history. */
export interface RecordDialogs<Item> {
  readonly titles: Readonly<Record<'create' | 'edit' | 'history', string>>;
  readonly recordAtom: (id: string) => Atom<ReadState<Item>>;
  readonly Form: ComponentType<RecordFormProps<Item>>;
  readonly History: ComponentType<{ readonly id: string; readonly onClose: () => void }>;
}

interface RecordDialogProps<Item> {
  readonly dialog: OpenDialog | undefined;
  readonly dialogs: RecordDialogs<Item>;
  readonly author: User;
  readonly onClose: () => void;
}

/** The dialog over a list that creates a record, changes one or shows its history. */
export function RecordDialog<Item>(props: RecordDialogProps<Item>) {
  const { dialog, dialogs, onClose } = props;
  const mode = dialog?.mode === 'view' ? undefined : dialog?.mode;
  const title = mode && dialogs.titles[mode];
  return (
    <Dialog title={title} onClose={onClose} size={mode === 'history' ? HISTORY_WIDTH : FORM_WIDTH}>
      {contentOf(props)}
    </Dialog>
  );
}

function contentOf<Item>({ dialog, dialogs, author, onClose }: RecordDialogProps<Item>): ReactNode {
  const { recordAtom, Form, History } = dialogs;
  if (dialog?.mode === 'create') return <Form author={author} onDone={onClose} />;
  if (dialog?.mode === 'edit') {
    return <LoadedForm key={dialog.id} id={dialog.id} {...{ recordAtom, Form, author }} onDone={onClose} />;
  }
  if (dialog?.mode === 'history') {
    return (
      <Suspense fallback={<LoadingText />}>
        <History key={dialog.id} id={dialog.id} onClose={onClose} />
      </Suspense>
    );
  }
  return null;
}

type LoadedFormProps<Item> = { readonly id: string } & Pick<RecordDialogs<Item>, 'recordAtom' | 'Form'> &
  Pick<RecordFormProps<Item>, 'author' | 'onDone'>;

/** The form of the record `id` once it has come; its failure until then. */
function LoadedForm<Item>({ id, recordAtom, Form, ...rest }: LoadedFormProps<Item>) {
  const { data, error, refetch } = useAtomValue(useStableAtom(recordAtom, id));
  if (data !== undefined) return <Form record={data} {...rest} />;
  return error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : <LoadingText />;
}
