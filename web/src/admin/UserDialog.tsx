import { useState } from 'react';
import type { CompanyUser, OneTimePassword } from '#core/contract/company_user.ts';
import { Dialog } from '../components/Dialog.tsx';
import { AccessForm } from './AccessForm.tsx';
import { KeyForm } from './KeyForm.tsx';
import { OneTimeResult } from './OneTimeResult.tsx';
import { ResetForm } from './ResetForm.tsx';
import { UserForm } from './UserForm.tsx';

/** What is being done with which user. */
export type OpenUserDialog =
  | { readonly mode: 'invite' }
  | { readonly mode: 'edit' | 'key' | 'reset' | 'access'; readonly user: CompanyUser };

const TITLES = {
  invite: 'Новый пользователь',
  edit: 'Изменение пользователя',
  key: 'Ключ Guardant',
  reset: 'Сброс пароля',
  access: 'Доступ пользователя',
} as const;

/**
 * The dialog over the list of users. While it shows a one-time password only its own button closes
 * it.
 */
export function UserDialog(props: { readonly dialog: OpenUserDialog | undefined; readonly onClose: () => void }) {
  const { dialog } = props;
  const [given, setGiven] = useState<OneTimePassword>();
  const close = () => {
    setGiven(undefined);
    props.onClose();
  };
  return (
    <Dialog title={dialog && TITLES[dialog.mode]} onClose={close} isBlocking={given !== undefined}>
      {dialog ? content(dialog, close, given, setGiven) : null}
    </Dialog>
  );
}

function content(
  dialog: OpenUserDialog,
  onClose: () => void,
  given: OneTimePassword | undefined,
  onGiven: (given: OneTimePassword) => void,
) {
  if (given) return <OneTimeResult given={given} onClose={onClose} />;
  if (dialog.mode === 'invite') return <UserForm onClose={onClose} onGiven={onGiven} />;
  const props = { user: dialog.user, onClose };
  if (dialog.mode === 'edit') return <UserForm {...props} onGiven={onGiven} />;
  if (dialog.mode === 'key') return <KeyForm {...props} />;
  return dialog.mode === 'reset' ? <ResetForm {...props} onGiven={onGiven} /> : <AccessForm {...props} />;
}
