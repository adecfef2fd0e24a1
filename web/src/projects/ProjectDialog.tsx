import { useAtomValue } from 'jotai';
import { Suspense, useMemo } from 'react';
import type { User } from '#core/contract/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import type { OpenDialog } from '../records/list_address.ts';
import { ProjectForm } from './ProjectForm.tsx';
import { projectAtom } from './state.ts';

interface ProjectDialogProps {
  readonly dialog: OpenDialog | undefined;
  readonly author: User;
  readonly onClose: () => void;
}

const ProjectHistory = lazyChunk(async () => (await import('../history/ProjectHistory.tsx')).ProjectHistory);

const TITLES = { create: 'Новый проект', edit: 'Изменение проекта', view: '', history: 'История проекта' } as const;

/** Widths, px: the history has three columns of a comparison. */
const HISTORY_WIDTH = 720;
const FORM_WIDTH = 480;

/** The dialog that creates a project, changes one or shows its history. */
export function ProjectDialog({ dialog, author, onClose }: ProjectDialogProps) {
  return (
    <Dialog
      title={dialog && TITLES[dialog.mode]}
      onClose={onClose}
      size={dialog?.mode === 'history' ? HISTORY_WIDTH : FORM_WIDTH}
    >
      {dialogContent(dialog, author, onClose)}
    </Dialog>
  );
}

function dialogContent(dialog: OpenDialog | undefined, author: User, onDone: () => void) {
  if (dialog?.mode === 'create') return <ProjectForm author={author} onDone={onDone} />;
  if (dialog?.mode === 'edit') return <EditedProject key={dialog.id} id={dialog.id} author={author} onDone={onDone} />;
  if (dialog?.mode === 'history') {
    return (
      <Suspense fallback={<LoadingText />}>
        <ProjectHistory key={dialog.id} id={dialog.id} onClose={onDone} />
      </Suspense>
    );
  }
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
