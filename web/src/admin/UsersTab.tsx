import { Button, Group, Text } from '@mantine/core';
import { IconKey, IconLockPassword, IconPencil, IconPlus, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import type { CompanyUser } from '#core/contract/company_user.ts';
import { meAtom } from '../api/user.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { Pages } from '../components/Pages.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { RowLink } from '../components/RowLink.tsx';
import classes from './Admin.module.css';
import { fullName } from './names.ts';
import { USERS_PER_PAGE, usersAtom } from './state.ts';
import { type OpenUserDialog, UserDialog } from './UserDialog.tsx';

const PASSWORDS = { own: 'свой', one_time: 'одноразовый', expired: 'одноразовый, истёк' } as const;

/** The users of the company and what an administrator does with them. */
export function UsersTab() {
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState<OpenUserDialog>();
  const users = useAtomValue(useMemo(() => usersAtom(page), [page]));
  const me = useAtomValue(meAtom);
  const edit = (user: CompanyUser) => setDialog({ mode: 'edit', user });
  const name: DataTableColumn<CompanyUser> = {
    key: 'name',
    header: 'Фамилия, имя и логин',
    cell: (user) => (
      <div>
        <RowLink onOpen={() => edit(user)}>
          {fullName(user)}
          {user.id === me.data?.id && <span className={classes.aside}> (вы)</span>}
        </RowLink>
        <div className={classes.email}>{user.email}</div>
      </div>
    ),
  };
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          Новый сотрудник получает одноразовый пароль и при первом входе задаёт свой.
        </Text>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ mode: 'invite' })}>
          Пригласить
        </Button>
      </Group>
      {users.error && <FailureAlert error={users.error} onRetry={() => void users.refetch()} />}
      {!users.data && !users.error && <LoadingRows rows={5} />}
      {users.data && (
        <>
          <DataTable
            label="Пользователи компании"
            items={users.data.results}
            columns={[name, ...COLUMNS]}
            onOpen={edit}
            actions={(user) => <UserButtons user={user} isMe={user.id === me.data?.id} onOpen={setDialog} />}
          />
          <Pages count={users.data.count} limit={USERS_PER_PAGE} page={page} onPage={setPage} />
        </>
      )}
      <UserDialog dialog={dialog && withCurrent(dialog, users.data?.results)} onClose={() => setDialog(undefined)} />
    </>
  );
}

/**
 * The dialog with the user as the list has it now: after a conflict the next attempt sends the new
 * version. A user who is no longer on the page stays as it was.
 */
function withCurrent(dialog: OpenUserDialog, users: readonly CompanyUser[] = []): OpenUserDialog {
  if (dialog.mode === 'invite') return dialog;
  return { ...dialog, user: users.find(({ id }) => id === dialog.user.id) ?? dialog.user };
}

const COLUMNS: readonly DataTableColumn<CompanyUser>[] = [
  { key: 'role', header: 'Роль', cell: ({ role }) => (role === 'admin' ? 'Администратор' : 'Сотрудник') },
  { key: 'key', header: 'Ключ Guardant', cell: ({ has_key }) => (has_key ? 'записан' : 'нет') },
  { key: 'password', header: 'Пароль', cell: ({ password }) => PASSWORDS[password] },
  {
    key: 'state',
    header: 'Состояние',
    cell: ({ disabled }) => <span data-off={disabled || undefined}>{disabled ? 'Отключён' : 'Действует'}</span>,
  },
];

interface UserButtonsProps {
  readonly user: CompanyUser;
  /** One's own password is changed in the profile, and nobody disables themselves. */
  readonly isMe: boolean;
  readonly onOpen: (dialog: OpenUserDialog) => void;
}

function UserButtons({ user, isMe, onOpen }: UserButtonsProps) {
  const name = fullName(user);
  return (
    <>
      <RowButton label={`Изменить: ${name}`} icon={IconPencil} onClick={() => onOpen({ mode: 'edit', user })} />
      <RowButton label={`Ключ Guardant: ${name}`} icon={IconKey} onClick={() => onOpen({ mode: 'key', user })} />
      {!isMe && (
        <>
          <RowButton
            label={`Сбросить пароль: ${name}`}
            icon={IconLockPassword}
            onClick={() => onOpen({ mode: 'reset', user })}
          />
          <RowButton
            label={`${user.disabled ? 'Включить' : 'Отключить'}: ${name}`}
            icon={user.disabled ? IconUserCheck : IconUserOff}
            onClick={() => onOpen({ mode: 'access', user })}
          />
        </>
      )}
    </>
  );
}
