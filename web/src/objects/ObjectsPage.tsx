import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { meAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { useListAddress } from '../records/list_address.ts';
import { RecordsPage } from '../records/RecordsPage.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { ObjectDialog } from './ObjectDialog.tsx';
import { ObjectsTable } from './ObjectsTable.tsx';
import { OBJECTS_PER_PAGE, objectsAtom } from './state.ts';

/** The mines, pits and other objects of the company, active or archived. */
export function ObjectsPage() {
  useTitle('Объекты');
  const me = useAtomValue(meAtom);
  const address = useListAddress();
  const { page, isArchive, open } = address;
  const list = useAtomValue(useStableAtom(objectsAtom, page, isArchive));
  return (
    <RecordsPage
      title="Объекты"
      addLabel="Добавить объект"
      address={address}
      list={list}
      limit={OBJECTS_PER_PAGE}
      canAdd={me.data !== undefined}
      empty={<NoObjects isArchive={isArchive} onCreate={() => open({ mode: 'create' })} />}
      table={(objects) => (
        <ObjectsTable
          objects={objects}
          isArchive={isArchive}
          onEdit={(id) => open({ mode: 'edit', id })}
          onHistory={(id) => open({ mode: 'history', id })}
        />
      )}
    >
      {me.data && <ObjectDialog dialog={address.dialog} author={me.data} onClose={address.close} />}
    </RecordsPage>
  );
}

function NoObjects({ isArchive, onCreate }: { readonly isArchive: boolean; readonly onCreate: () => void }) {
  if (isArchive) {
    return (
      <EmptyList title="В архиве нет объектов">
        <Text c="dimmed">Сюда попадают удалённые объекты. Их можно вернуть в любое время.</Text>
      </EmptyList>
    );
  }
  return (
    <EmptyList title="Объектов пока нет">
      <Text c="dimmed">
        Добавьте шахты, разрезы, фабрики и котельные компании, чтобы относить к ним расчёты и видеть выбросы каждого
        объекта.
      </Text>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={onCreate}>
        Добавить первый объект
      </Button>
    </EmptyList>
  );
}
