import { Button, Group, Text } from '@mantine/core';
import { Comparison } from '../components/Comparison.tsx';
import { Notice } from '../components/Notice.tsx';

/** A field in which the server and the form differ. */
export interface Difference {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface ConflictProps {
  readonly differences: readonly Difference[];
  readonly isArchived: boolean;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
  readonly isBusy: boolean;
}

/**
 * Someone else has saved meanwhile: what stands on the server, what is typed here, and the choice
 * between them.
 */
export function Conflict({ differences, isArchived, onOverwrite, onTakeTheirs, isBusy }: ConflictProps) {
  return (
    <Notice tone="warning" title="Запись изменена, пока вы её правили">
      {isArchived && <Text size="sm">Её убрали в архив. Сохранение оставит её в архиве.</Text>}
      {differences.length === 0 ? (
        <Text size="sm">Значения на сервере и в форме совпадают.</Text>
      ) : (
        <Comparison
          heads={['Поле', 'На сервере', 'У вас']}
          rows={differences.map(({ label, theirs, mine }) => [label, theirs, mine] as const)}
        />
      )}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onOverwrite} loading={isBusy}>
          Сохранить поверх
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Взять с сервера
        </Button>
      </Group>
    </Notice>
  );
}
