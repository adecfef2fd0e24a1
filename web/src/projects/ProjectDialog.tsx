import type { User } from '#core/contract/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import type { OpenDialog } from '../records/list_address.ts';
import { LoadedRecord, RecordDialog } from '../records/RecordDialog.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { projectAtom } from './state.ts';

interface ProjectDialogProps {
  readonly dialog: OpenDialog | undefined;
  readonly author: User;
  readonly onClose: () => void;
}

const ProjectHistory = lazyChunk(async () => (await import('../history/ProjectHistory.tsx')).ProjectHistory);

const TITLES = { create: 'Новый проект', edit: 'Изменение проекта', history: 'История проекта' } as const;

/** The dialog that creates a project, changes one or shows its history. */
export function ProjectDialog({ dialog, author, onClose }: ProjectDialogProps) {
  return (
    <RecordDialog
      dialog={dialog}
      titles={TITLES}
      onClose={onClose}
      create={() => <ProjectForm author={author} onDone={onClose} />}
      edit={(id) => (
        <LoadedRecord key={id} id={id} atomOf={projectAtom}>
          {(project) => <ProjectForm project={project} author={author} onDone={onClose} />}
        </LoadedRecord>
      )}
      history={(id) => <ProjectHistory key={id} id={id} onClose={onClose} />}
    />
  );
}
