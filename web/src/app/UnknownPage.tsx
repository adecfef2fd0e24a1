import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTitle } from '../browser/title.ts';
import { screens } from '../paths.ts';

/** An address that no screen has. */
export function UnknownPage() {
  useTitle('Такой страницы нет');
  return (
    <Stack maw={640} gap="sm">
      <Title order={1}>Такой страницы нет</Title>
      <Text>Проверьте адрес или выберите раздел в меню.</Text>
      <Anchor component={Link} to={screens.projects}>
        Перейти к проектам
      </Anchor>
    </Stack>
  );
}
