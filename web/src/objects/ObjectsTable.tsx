import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import { objectKindName } from '#core/contract/object_kinds.ts';
import { changeObject } from '../api/object_calls.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { RowLink } from '../components/RowLink.tsx';
import { formatNumber } from '../format.ts';
import { archive, restore } from '../records/archiving.ts';
import { RestoreButton } from '../records/RestoreButton.tsx';
import { reloadObjectsAtom } from './state.ts';

interface ObjectsTableProps {
  readonly objects: readonly InventoryObject[];
  readonly isArchive: boolean;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

/** Objects, a row each. */
export function ObjectsTable({ objects, isArchive, onEdit, onHistory }: ObjectsTableProps) {
  const reload = useSetAtom(reloadObjectsAtom);
  const kind = {
    change: changeObject,
    reload,
    words: { archived: 'Объект в архиве', restored: 'Объект возвращён из архива' },
  };
  const columns: readonly DataTableColumn<InventoryObject>[] = [
    {
      key: 'name',
      header: 'Название',
      cell: ({ id, name }) => <RowLink onOpen={() => onEdit(id)}>{name}</RowLink>,
    },
    { key: 'kind', header: 'Вид', cell: (object) => objectKindName(object.kind) },
    { key: 'region', header: 'Регион', cell: ({ region }) => region || '—' },
    { key: 'nvos_code', header: 'Код НВОС', cell: ({ nvos_code }) => nvos_code || '—' },
    {
      key: 'ownership_percent',
      header: 'Доля владения',
      unit: '%',
      isNumeric: true,
      cell: ({ ownership_percent }) => formatNumber(ownership_percent),
    },
    { key: 'closing_date', header: 'Закрыт', cell: ({ closing_date }) => closing_date ?? '—' },
  ];
  return (
    <DataTable
      label={isArchive ? 'Объекты в архиве' : 'Объекты'}
      items={objects}
      columns={columns}
      onOpen={({ id }) => onEdit(id)}
      actions={(object) => {
        const { id, name } = object;
        if (isArchive) return <RestoreButton name={name} onRestore={() => restore(object, kind)} />;
        return (
          <>
            <RowButton label={`Изменить: ${name}`} icon={IconPencil} onClick={() => onEdit(id)} />
            <RowButton label={`История: ${name}`} icon={IconHistory} onClick={() => onHistory(id)} />
            <RowButton label={`Удалить: ${name}`} icon={IconTrash} onClick={() => void archive(object, kind)} />
          </>
        );
      }}
    />
  );
}
