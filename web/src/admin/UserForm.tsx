import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { type CompanyUser, invitationSchema, type OneTimePassword } from '#core/contract/company_user.ts';
import { type Confirmation, inviteUser, renameUser, setRole } from '../api/admin_calls.ts';
import { notifyDone } from '../components/notify.tsx';
import { ConfirmFields, confirmationFaults, EMPTY_CONFIRMATION } from '../records/ConfirmFields.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { issuesByField } from '../records/faults.ts';
import { useRecordForm } from '../records/use_record_form.ts';
import { reloadUsersAtom } from './state.ts';

type UserDraft = Pick<CompanyUser, 'email' | 'first_name' | 'last_name' | 'role'> & Confirmation;

const EMPTY: UserDraft = { email: '', first_name: '', last_name: '', role: 'staff', ...EMPTY_CONFIRMATION };
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
  const [draft, setDraft] = useState<UserDraft>({ ...EMPTY, ...user });
  const reload = useSetAtom(reloadUsersAtom);
  const changesRole = draft.role !== (user?.role ?? 'staff');
  const form = useRecordForm<UserDraft, UserDraft>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () => {
      const parsed = invitationSchema.safeParse(draft);
      const faults = {
        ...(!parsed.success && issuesByField(parsed.error)),
        ...(changesRole && confirmationFaults(draft)),
      };
      return Object.keys(faults).length === 0 ? { ok: true, payload: draft } : { ok: false, faults };
    },
    send: async ({ email, first_name, last_name, role, confirm_password, confirm_code }) => {
      const confirmation = { confirm_password, confirm_code };
      if (!user) {
        onGiven(await inviteUser({ email, first_name, last_name, role, ...(changesRole && confirmation) }));
        return reload();
      }
      try {
        const isRenamed = first_name !== user.first_name || last_name !== user.last_name;
        if (isRenamed) await renameUser(user, { first_name, last_name });
        if (role !== user.role) await setRole(user.id, role, confirmation);
        notifyDone('Пользователь сохранён');
        onClose();
      } finally {
        // The name may be saved although the role was refused.
        await reload();
      }
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Фамилия" data-autofocus autoComplete="off" required {...form.field('last_name')} />
        <TextInput label="Имя" autoComplete="off" required {...form.field('first_name')} />
        <TextInput
          label="Логин"
          description={user ? 'Логин не меняют: пригласите нового пользователя.' : 'Адрес электронной почты'}
          type="email"
          autoComplete="off"
          readOnly={user !== undefined}
          required
          {...form.field('email')}
        />
        <NativeSelect
          label="Роль"
          description="Администратор ведёт пользователей, ключи и модели компании."
          data={ROLES}
          {...form.field('role')}
        />
        {changesRole && <ConfirmFields form={form} />}
        <FormMessages form={form} fields={FIELDS} />
        <FormButtons form={form} submit={user ? 'Сохранить' : 'Пригласить'} onClose={onClose} />
      </Stack>
    </form>
  );
}
