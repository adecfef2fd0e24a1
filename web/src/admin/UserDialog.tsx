import type { CompanyUser } from '#core/contract/company_user.ts';
import { Dialog } from '../components/Dialog.tsx';
import { AccessForm } from './AccessForm.tsx';
import { KeyForm } from './KeyForm.tsx';
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

/** The dialog over the list of users. */
export function UserDialog(props: { readonly dialog: OpenUserDialog | undefined; readonly onClose: () => void }) {
  const { dialog, onClose } = props;
  return (
    <Dialog title={dialog && TITLES[dialog.mode]} onClose={onClose}>
      {dialog ? content(dialog, onClose) : null}
    </Dialog>
  );
}

function content(dialog: OpenUserDialog, onClose: () => void) {
  if (dialog.mode === 'invite') return <UserForm onClose={onClose} />;
  const props = { user: dialog.user, onClose };
  if (dialog.mode === 'edit') return <UserForm {...props} />;
  if (dialog.mode === 'key') return <KeyForm {...props} />;
  return dialog.mode === 'reset' ? <ResetForm {...props} /> : <AccessForm {...props} />;
}
