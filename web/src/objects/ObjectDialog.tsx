import type { User } from '#core/contract/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import type { OpenDialog } from '../records/list_address.ts';
import { LoadedRecord, RecordDialog } from '../records/RecordDialog.tsx';
import { ObjectForm } from './ObjectForm.tsx';
import { objectAtom } from './state.ts';

interface ObjectDialogProps {
  readonly dialog: OpenDialog | undefined;
  readonly author: User;
  readonly onClose: () => void;
}

const ObjectHistory = lazyChunk(async () => (await import('../history/ObjectHistory.tsx')).ObjectHistory);

const TITLES = { create: 'Новый объект', edit: 'Изменение объекта', history: 'История объекта' } as const;

/** The dialog that creates an object, changes one or shows its history. */
export function ObjectDialog({ dialog, author, onClose }: ObjectDialogProps) {
  return (
    <RecordDialog
      dialog={dialog}
      titles={TITLES}
      onClose={onClose}
      create={() => <ObjectForm author={author} onDone={onClose} />}
      edit={(id) => (
        <LoadedRecord key={id} id={id} atomOf={objectAtom}>
          {(object) => <ObjectForm object={object} author={author} onDone={onClose} />}
        </LoadedRecord>
      )}
      history={(id) => <ObjectHistory key={id} id={id} onClose={onClose} />}
    />
  );
}
