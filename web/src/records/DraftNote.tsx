import { Button, Group, Text } from '@mantine/core';
import classes from './DraftNote.module.css';

/** Stands over a form that has come back with what was typed before. */
export function DraftNote({ onClear }: { readonly onClear: () => void }) {
  return (
    <Group className={classes.note ?? ''} justify="space-between" gap="xs" role="status">
      <Text size="sm">Восстановлен несохранённый черновик.</Text>
      <Button size="compact-sm" variant="default" onClick={onClear}>
        Очистить черновик
      </Button>
    </Group>
  );
}
