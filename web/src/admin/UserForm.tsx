import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { type CompanyUser, invitationSchema, type OneTimePassword } from '#core/contract/company_user.ts';
import type { Role } from '#core/contract/user.ts';
import { inviteUser, renameUser, setRole } from '../api/admin_calls.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone } from '../components/notify.tsx';
import { focusFirstFault } from '../records/faults.ts';
import { useAction } from '../records/use_action.ts';
import { reloadUsersAtom } from './state.ts';

const EMPTY = { email: '', first_name: '', last_name: '', role: 'staff' as Role };
const FIELDS = Object.keys(EMPTY);
const ROLES = [
  { value: 'staff', label: 'Сотрудник' },
  { value: 'admin', label: 'Администратор' },
];

interface UserFormProps {
  /** The user to change; without one a new user is invited. */
  readonly user?: CompanyUser;
  readonly onClose: () => void;
  readonly onGiven: (given: OneTimePassword) => void;
}

/** Invites a user, or changes the name and the role of one. */
export function UserForm({ user, onClose, onGiven }: UserFormProps) {
  const [draft, setDraft] = useState({ ...EMPTY, ...user });
  const { isBusy, failure, faults, refuse, run } = useAction();
  const reload = useSetAtom(reloadUsersAtom);
  const field = (name: 'email' | 'first_name' | 'last_name') => ({
    value: draft[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: value }),
    error: faults[name],
    required: true,
  });

  const save = async () => {
    const { email, first_name, last_name, role } = draft;
    if (!user) {
      onGiven(await inviteUser({ email, first_name, last_name, role }));
      return reload();
    }
    try {
      const isRenamed = first_name !== user.first_name || last_name !== user.last_name;
      if (isRenamed) await renameUser(user, { first_name, last_name });
      if (role !== user.role) await setRole(user.id, role);
      notifyDone('Пользователь сохранён');
      onClose();
    } finally {
      // The name may be saved although the role was refused.
      await reload();
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = invitationSchema.safeParse(draft);
    if (!parsed.success) {
      const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      refuse(Object.fromEntries(found.reverse()));
      return focusFirstFault(form);
    }
    void run(save).then(() => focusFirstFault(form));
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Фамилия" data-autofocus autoComplete="off" {...field('last_name')} />
        <TextInput label="Имя" autoComplete="off" {...field('first_name')} />
        <TextInput
          label="Логин"
          description={user ? 'Логин не меняют: пригласите нового пользователя.' : 'Адрес электронной почты'}
          type="email"
          autoComplete="off"
          readOnly={user !== undefined}
          {...field('email')}
        />
        <NativeSelect
          label="Роль"
          description="Администратор ведёт пользователей, ключи и модели компании."
          data={ROLES}
          value={draft.role}
          onChange={(event) => setDraft({ ...draft, role: event.currentTarget.value as Role })}
          error={faults.role}
        />
        {failure !== undefined && <FailureAlert error={failure} shownFields={FIELDS} />}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
          <Button type="submit" loading={isBusy}>
            {user ? 'Сохранить' : 'Пригласить'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
