import { Stack, Text } from '@mantine/core';
import { useTitle } from '../browser/title.ts';
import { PageHead } from '../components/PageHead.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** What a user sees who has signed in with a one-time password, whatever the address. */
export function NewPasswordPage() {
  useTitle('Свой пароль');
  return (
    <>
      <PageHead title="Задайте свой пароль" />
      <Stack maw={480} gap="md">
        <Text>
          Вы вошли по одноразовому паролю, который дал администратор. Придумайте свой: после этого откроются все
          разделы.
        </Text>
        <PasswordForm />
      </Stack>
    </>
  );
}
