import { Button, Group, Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { CompanyUser } from '#core/contract/company_user.ts';
import { setDisabled } from '../api/admin_calls.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone } from '../components/notify.tsx';
import { useAction } from '../records/use_action.ts';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

/** Disables a user, or lets him in again. */
export function AccessForm({ user, onClose }: { readonly user: CompanyUser; readonly onClose: () => void }) {
  const { isBusy, failure, run } = useAction();
  const reload = useSetAtom(reloadUsersAtom);
  const word = user.disabled ? 'Включить' : 'Отключить';
  const change = () =>
    run(async () => {
      await setDisabled(user.id, !user.disabled);
      notifyDone(user.disabled ? 'Пользователь включён' : 'Пользователь отключён');
      await reload();
      onClose();
    });
  return (
    <Stack gap="sm">
      <Text>
        {user.disabled
          ? `${fullName(user)} снова сможет войти с прежним паролем и ключом, как сотрудник.`
          : `${fullName(user)} не сможет войти, все его сеансы закончатся сразу. Его проекты и расчёты останутся.`}
      </Text>
      {!user.disabled && user.role === 'admin' && <Text size="sm">Роль администратора при этом снимается.</Text>}
      {failure !== undefined && <FailureAlert error={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Закрыть
        </Button>
        <Button onClick={() => void change()} loading={isBusy}>
          {word}
        </Button>
      </Group>
    </Stack>
  );
}
