import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import type { CompanyUser } from '#core/contract/company_user.ts';
import { setDisabled } from '../api/admin_calls.ts';
import { notifyDone } from '../components/notify.tsx';
import { ChangeQuestion } from './ChangeQuestion.tsx';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

/** Disables a user, or enables a disabled one. */
export function AccessForm({ user, onClose }: { readonly user: CompanyUser; readonly onClose: () => void }) {
  const reload = useSetAtom(reloadUsersAtom);
  const word = user.disabled ? 'Включить' : 'Отключить';
  const change = useMutation({
    mutationFn: async () => {
      await setDisabled(user.id, !user.disabled);
      notifyDone(user.disabled ? 'Пользователь включён' : 'Пользователь отключён');
      await reload();
      onClose();
    },
  });
  return (
    <ChangeQuestion change={change} word={word} onClose={onClose}>
      <Text>
        {user.disabled
          ? `${fullName(user)} снова сможет войти с прежним паролем и ключом, как сотрудник.`
          : `${fullName(user)} не сможет войти, все его сеансы закончатся сразу. Его проекты и расчёты останутся.`}
      </Text>
      {!user.disabled && user.role === 'admin' && <Text size="sm">Роль администратора при этом снимается.</Text>}
    </ChangeQuestion>
  );
}
