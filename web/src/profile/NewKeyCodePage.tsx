import { Stack, Text } from '@mantine/core';
import { useTitle } from '../browser/title.ts';
import { PageHead } from '../components/PageHead.tsx';
import { KeyCodeForm } from './KeyCodeForm.tsx';

/** What an administrator sees who has no code of a key yet, whatever the address. */
export function NewKeyCodePage() {
  useTitle('Код ключа');
  return (
    <>
      <PageHead title="Задайте код ключа" />
      <Stack maw={480} gap="md">
        <Text>
          Администратору нужен второй секрет кроме пароля. Перепишите код с ключа Guardant или придумайте свой: после
          этого откроются все разделы.
        </Text>
        <KeyCodeForm hasKey={false} />
      </Stack>
    </>
  );
}
