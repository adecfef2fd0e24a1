import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import type { CompanyUser, OneTimePassword } from '#core/contract/company_user.ts';
import { resetPassword } from '../api/admin_calls.ts';
import { ChangeQuestion } from './ChangeQuestion.tsx';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

interface ResetFormProps {
  readonly user: CompanyUser;
  readonly onClose: () => void;
  readonly onGiven: (given: OneTimePassword) => void;
}

/** Replaces a password by a one-time one. */
export function ResetForm({ user, onClose, onGiven }: ResetFormProps) {
  const reload = useSetAtom(reloadUsersAtom);
  const reset = useMutation({
    mutationFn: async () => onGiven(await resetPassword(user)),
    // After a conflict the next attempt sends the user as the server has it now.
    onSettled: () => reload(),
  });
  return (
    <ChangeQuestion change={reset} word="Сбросить пароль" onClose={onClose}>
      <Text>
        {fullName(user)}, {user.email}: прежний пароль перестанет действовать, все сеансы закончатся сразу. Вместо него
        будет одноразовый пароль на трое суток.
      </Text>
    </ChangeQuestion>
  );
}
