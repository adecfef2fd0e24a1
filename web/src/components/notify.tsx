import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { failureWords } from './FailureAlert.tsx';

const LOOK = {
  style: { boxShadow: 'none', border: '1px solid var(--app-line)' },
  closeButtonProps: { 'aria-label': 'Закрыть сообщение' },
};
/** Long enough to read and to reach «Отменить»; the archive offers the same later. */
const SHOWN_MS = 10_000;

/** Notices of things done that may still be on the screen. */
const done = new Set<string>();

/** Takes the notices of things done away: a dialog that opens needs its buttons. Failures stay. */
export function hideDone(): void {
  for (const id of done) notifications.hide(id);
}

/** Says that something was done; `undo` takes it back. */
export function notifyDone(title: string, details?: ReactNode, undo?: () => void): void {
  const id = notifications.show({
    title,
    onClose: () => done.delete(id),
    message: (
      <Stack gap={4} align="flex-start">
        {details}
        {undo && (
          <Button
            size="compact-sm"
            variant="default"
            mt={4}
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            Отменить
          </Button>
        )}
      </Stack>
    ),
    autoClose: SHOWN_MS,
    ...LOOK,
  });
  done.add(id);
}

/** Says that an action on a row failed. It stays until it is closed. */
export function notifyFailure(action: string, error: unknown): void {
  const { title, advice, requestId } = failureWords(error);
  notifications.show({
    color: 'red',
    title: action,
    message: (
      <Group gap={4}>
        <Text size="sm">
          {title} {advice}
        </Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            Номер обращения: {requestId}
          </Text>
        )}
      </Group>
    ),
    autoClose: false,
    ...LOOK,
  });
}
