import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { newPasswordSchema } from '#core/contract/company_user.ts';
import { changePassword } from '../api/admin_calls.ts';
import { continueSession } from '../api/session.ts';
import { queryClient } from '../api/store.ts';
import { notifyDone } from '../components/notify.tsx';
import { SecretInput } from '../components/SecretInput.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { type Checked, useRecordForm } from '../records/use_record_form.ts';

interface PasswordFormProps {
  /** Asks for the present password: it is not a one-time one. */
  readonly asksPresent?: boolean;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}

const EMPTY = { password: '', new_password: '', again: '' };
type PasswordDraft = typeof EMPTY;
const FIELDS = Object.keys(EMPTY);
const SHOW = 'Показать пароль';

/** The user chooses a password. Other sessions of the user end with it, this one goes on. */
export function PasswordForm({ asksPresent = false, onDone, onCancel }: PasswordFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const form = useRecordForm<PasswordDraft, PasswordDraft>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () => checkPassword(draft, asksPresent),
    send: async ({ password, new_password }) => {
      continueSession(await changePassword(password, new_password));
      notifyDone('Пароль сменён', <Text size="sm">На других устройствах понадобится войти снова.</Text>);
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      onDone?.();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        {asksPresent && (
          <SecretInput
            label="Нынешний пароль"
            show={SHOW}
            name="password"
            autoComplete="current-password"
            data-autofocus
            {...form.field('password')}
          />
        )}
        <SecretInput
          label="Новый пароль"
          description="Не короче 12 символов. Подойдёт фраза из нескольких слов."
          show={SHOW}
          name="new_password"
          autoComplete="new-password"
          {...form.field('new_password')}
        />
        <SecretInput
          label="Новый пароль ещё раз"
          show={SHOW}
          name="again"
          autoComplete="new-password"
          {...form.field('again')}
        />
        <FormMessages form={form} fields={FIELDS} />
        <FormButtons form={form} submit="Сменить пароль" onClose={onCancel} />
      </Stack>
    </form>
  );
}

function checkPassword(draft: PasswordDraft, asksPresent: boolean): Checked<PasswordDraft> {
  const { password, new_password, again } = draft;
  const parsed = newPasswordSchema.safeParse(new_password);
  const faults = {
    ...(asksPresent && password === '' && { password: 'Укажите нынешний пароль.' }),
    ...(!parsed.success && { new_password: parsed.error.issues[0]?.message ?? '' }),
    ...(parsed.success && new_password !== again && { again: 'Пароли не совпадают. Наберите оба ещё раз.' }),
  };
  return Object.keys(faults).length === 0 ? { ok: true, payload: draft } : { ok: false, faults };
}
