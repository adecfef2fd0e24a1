import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { ApiFailure } from '../api/failure.ts';
import classes from './Conflict.module.css';

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

/** Someone else has saved meanwhile: what stands on the server, what is typed here, and the choice between them. */
export function Conflict({ differences, isArchived, onOverwrite, onTakeTheirs, isBusy }: ConflictProps) {
  return (
    <Alert color="yellow" icon={<IconArrowsDiff size={20} />} role="alert" title="Запись изменена, пока вы её правили">
      {isArchived && <Text size="sm">Её убрали в архив. Сохранение оставит её в архиве.</Text>}
      {differences.length === 0 ? (
        <Text size="sm">Значения на сервере и в форме совпадают.</Text>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Поле</th>
                <th scope="col">На сервере</th>
                <th scope="col">У вас</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ label, theirs, mine }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{theirs}</td>
                  <td>{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onOverwrite} loading={isBusy}>
          Сохранить поверх
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Взять с сервера
        </Button>
      </Group>
    </Alert>
  );
}

/** The object that the server has now, out of a 409. */
export function currentOf<T extends { readonly version: number }>(error: unknown): T | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 409) return undefined;
  const current = error.current as T | undefined;
  return typeof current?.version === 'number' ? current : undefined;
}
