import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureAlert } from '../components/FailureAlert.tsx';

interface ChangeQuestionProps {
  /** What is done when it is confirmed. */
  readonly change: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null };
  /** Text of the button that confirms. */
  readonly word: string;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asks before a change that concerns another person. */
export function ChangeQuestion({ change, word, onClose, children }: ChangeQuestionProps) {
  return (
    <Stack gap="sm">
      {children}
      {change.error && <FailureAlert error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Закрыть
        </Button>
        <Button onClick={() => change.mutate()} loading={change.isPending}>
          {word}
        </Button>
      </Group>
    </Stack>
  );
}
