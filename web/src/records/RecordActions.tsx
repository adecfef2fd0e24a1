import { IconArchiveOff, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RowButton } from '../components/RowButton.tsx';
import { type Archivable, type ArchiveCalls, archive, restore } from './archiving.ts';

interface RecordActionsProps<Item extends Archivable> {
  readonly record: Item;
  readonly calls: ArchiveCalls<Item>;
  readonly isArchive: boolean;
  /** Without it the record cannot be changed. */
  readonly onEdit?: ((id: string) => void) | undefined;
  /** Without it the list offers no history. */
  readonly onHistory?: (id: string) => void;
  /** Actions that only this kind of record has. */
  readonly children?: ReactNode;
}

/** What a row of a list offers: change, history and delete; in the archive, to take the record back. */
export function RecordActions<Item extends Archivable & { readonly id: string }>(props: RecordActionsProps<Item>) {
  const { record, calls, isArchive, onEdit, onHistory, children } = props;
  const { id, name } = record;
  if (isArchive) {
    const label = `Вернуть из архива: ${name}`;
    return <RowButton label={label} icon={IconArchiveOff} onClick={() => void restore(record, calls)} />;
  }
  return (
    <>
      {children}
      {onEdit && <RowButton label={`Изменить: ${name}`} icon={IconPencil} onClick={() => onEdit(id)} />}
      {onHistory && <RowButton label={`История: ${name}`} icon={IconHistory} onClick={() => onHistory(id)} />}
      <RowButton label={`Удалить: ${name}`} icon={IconTrash} onClick={() => void archive(record, calls)} />
    </>
  );
}
