import { Button, Stack, Text } from '@mantine/core';
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

/**
 * Says that an action on a row failed. It stays until it is closed, or until the same has failed
 * once more. `step`: what to do now,
 * where it is not what the failure itself advises.
 */
export function notifyFailure(action: string, error: unknown, step?: string): void {
  const { title, advice, faults, requestId } = failureWords(error);
  notifications.hide(action);
  notifications.show({
    id: action,
    // A notice of something done waits for its place, this one does not.
    priority: 1,
    color: 'red',
    title: action,
    message: (
      <Stack gap={4}>
        <Text size="sm">
          {title} {step ?? advice}
        </Text>
        {faults.map(({ field, message }) => (
          <Text size="sm" key={`${field} ${message}`}>
            {message}
          </Text>
        ))}
        {requestId && (
          <Text size="xs" c="dimmed">
            Номер обращения: {requestId}
          </Text>
        )}
      </Stack>
    ),
    autoClose: false,
    ...LOOK,
  });
}
