import { useSetAtom } from 'jotai';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import { objectKindName } from '#core/contract/object_kinds.ts';
import { changeObject } from '../api/object_calls.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { RowLink } from '../components/RowLink.tsx';
import { formatNumber } from '../format.ts';
import { RecordActions } from '../records/RecordActions.tsx';
import type { RecordsTableProps } from '../records/RecordsPage.tsx';
import { reloadObjectsAtom } from './state.ts';

/** Objects, a row each. */
export function ObjectsTable({ records, isArchive, onEdit, onHistory }: RecordsTableProps<InventoryObject>) {
  const reload = useSetAtom(reloadObjectsAtom);
  const calls = {
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
      items={records}
      columns={columns}
      onOpen={({ id }) => onEdit(id)}
      actions={(object) => <RecordActions record={object} {...{ calls, isArchive, onEdit, onHistory }} />}
    />
  );
}
