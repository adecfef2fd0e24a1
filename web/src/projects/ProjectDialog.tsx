import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { User } from '#core/contract/user.ts';
import type { OpenDialog } from '../components/address.ts';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { projectAtom } from './state.ts';

interface ProjectDialogProps {
  readonly dialog: OpenDialog | undefined;
  readonly author: User;
  readonly onClose: () => void;
}

/** The dialog that creates a project or changes one. */
export function ProjectDialog({ dialog, author, onClose }: ProjectDialogProps) {
  return (
    <Dialog title={dialog?.mode === 'create' ? 'Новый проект' : 'Изменение проекта'} onClose={onClose}>
      {dialogContent(dialog, author, onClose)}
    </Dialog>
  );
}

function dialogContent(dialog: OpenDialog | undefined, author: User, onDone: () => void) {
  if (dialog?.mode === 'create') return <ProjectForm author={author} onDone={onDone} />;
  if (dialog?.mode === 'edit') return <EditedProject key={dialog.id} id={dialog.id} author={author} onDone={onDone} />;
  return null;
}

function EditedProject({
  id,
  author,
  onDone,
}: {
  readonly id: string;
  readonly author: User;
  readonly onDone: () => void;
}) {
  const { data, error, refetch } = useAtomValue(useMemo(() => projectAtom(id), [id]));
  if (data) return <ProjectForm project={data} author={author} onDone={onDone} />;
  return error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : <LoadingText />;
}
