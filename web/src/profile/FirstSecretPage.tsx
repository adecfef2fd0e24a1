import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../browser/title.ts';
import { PageHead } from '../components/PageHead.tsx';
import { KeyCodeForm } from './KeyCodeForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** What an administrator sees who has no code of a key yet, whatever the address. */
export function NewKeyCodePage() {
  return (
    <SecretPage
      title="Код ключа"
      head="Задайте код ключа"
      reason="Администратору нужен второй секрет кроме пароля. Перепишите код с ключа Guardant или придумайте свой: после этого откроются все разделы."
    >
      <KeyCodeForm hasKey={false} />
    </SecretPage>
  );
}

/** What a user sees who has signed in with a one-time password, whatever the address. */
export function NewPasswordPage() {
  return (
    <SecretPage
      title="Свой пароль"
      head="Задайте свой пароль"
      reason="Вы вошли по одноразовому паролю, который дал администратор. Придумайте свой: после этого откроются все разделы."
    >
      <PasswordForm />
    </SecretPage>
  );
}

interface SecretPageProps {
  readonly title: string;
  readonly head: string;
  readonly reason: string;
  readonly children: ReactNode;
}

/** Asks for a secret that the user must set before anything else. */
function SecretPage({ title, head, reason, children }: SecretPageProps) {
  useTitle(title);
  return (
    <>
      <PageHead title={head} />
      <Stack maw={480} gap="md">
        <Text>{reason}</Text>
        {children}
      </Stack>
    </>
  );
}
