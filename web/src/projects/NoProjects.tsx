import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { EmptyList } from '../components/EmptyList.tsx';

/** What stands in place of an empty list of projects. */
export function NoProjects({ isArchive, onCreate }: { readonly isArchive: boolean; readonly onCreate: () => void }) {
  if (isArchive) {
    return (
      <EmptyList title="В архиве нет проектов">
        <Text c="dimmed">Сюда попадают удалённые проекты. Их можно вернуть в любое время.</Text>
      </EmptyList>
    );
  }
  return (
    <EmptyList title="Проектов пока нет">
      <Text c="dimmed">Создайте проект — например, «Шахта, отчётный год» — и добавьте в него расчёты.</Text>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={onCreate}>
        Создать первый проект
      </Button>
    </EmptyList>
  );
}
