import { Button, Group, Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { CompanyUser, OneTimePassword } from '#core/contract/company_user.ts';
import { resetPassword } from '../api/admin_calls.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { useAction } from '../records/use_action.ts';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

interface ResetFormProps {
  readonly user: CompanyUser;
  readonly onClose: () => void;
  readonly onGiven: (given: OneTimePassword) => void;
}

/** Replaces a password by a one-time one. */
export function ResetForm({ user, onClose, onGiven }: ResetFormProps) {
  const { isBusy, failure, run } = useAction();
  const reload = useSetAtom(reloadUsersAtom);
  const reset = () =>
    run(async () => {
      try {
        onGiven(await resetPassword(user));
      } finally {
        // Refused may be what somebody else has changed: the next try is of the user as he is now.
        await reload();
      }
    });
  return (
    <Stack gap="sm">
      <Text>
        {fullName(user)}, {user.email}: прежний пароль перестанет действовать, все сеансы закончатся сразу. Вместо него
        будет одноразовый пароль на трое суток.
      </Text>
      {failure !== undefined && <FailureAlert error={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Закрыть
        </Button>
        <Button onClick={() => void reset()} loading={isBusy}>
          Сбросить пароль
        </Button>
      </Group>
    </Stack>
  );
}
