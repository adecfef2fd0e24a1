import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../components/Dialog.tsx';

interface SignOutDialogProps {
  /** How many objects are filled in and not saved; 0: the dialog is closed. */
  readonly drafts: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to sign out although something typed is not saved: a sign-out erases it. */
export function SignOutDialog({ drafts, onStay, onLeave }: SignOutDialogProps) {
  return (
    <Dialog title="Выйти без сохранения?" onClose={onStay}>
      {drafts > 0 ? (
        <Stack gap="md">
          <Text size="sm">
            Несохранённых черновиков: {drafts}. При выходе они удаляются с этого устройства. Чтобы сохранить введённое,
            останьтесь и откройте начатый проект или расчёт снова: форма откроется с черновиком.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onLeave}>
              Выйти и удалить черновики
            </Button>
            <Button onClick={onStay} data-autofocus>
              Остаться
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Dialog>
  );
}
